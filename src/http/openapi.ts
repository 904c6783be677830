import { INestApplication } from '@nestjs/common';
import { NextFunction, Request, Response } from 'express';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { nothingHere } from './error-reply.js';
import { ErrorResponse } from './error.response.js';
import { openApiExamples } from './openapi-examples.js';
import { sendError } from './send-error.js';

const tags: Record<string, string> = {
  Meta: 'Whether the service is well, and what it holds.',
  Streamer: 'A streamer by login or channel id: its streams, its figures, its followers.',
  Streams: 'A stream by its id.',
  Leaderboard: 'The streamers of the last thirty days, ranked.',
  Partners: 'The sponsors that streamers link to from their panels.',
  Events: 'Events that several streamers take part in.',
};

const description = [
  'Read-only analytics of live streams. Times are UTC, ISO 8601 with milliseconds; watchtime is in viewer-minutes; ids',
  'are strings of digits; null means unknown. Every error has the body `{ "error": string }`. A token is needed only',
  'where the operator has set one. With more to do than it can, the service answers 503 with Retry-After. How each figure',
  'is computed: docs/metrics.md.',
].join(' ');

/** The OpenAPI document of the application. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Streaming analytics API')
    .setDescription(description)
    .setVersion('1.0.0')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'One of the tokens in API_TOKEN.' });
  for (const [name, text] of Object.entries(tags)) builder.addTag(name, text);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorResponse],
    operationIdFactory: (_controller, method) => method,
  });
  closeErrorResponse(document);
  addExamples(document);
  return document;
}

/** An error has its one property and no other, which the decorators have no word for. */
function closeErrorResponse(document: OpenAPIObject): void {
  Object.assign(document.components?.schemas?.ErrorResponse ?? {}, { additionalProperties: false });
}

function addExamples(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const ok = get?.responses['200'];
    const example = openApiExamples[get?.operationId ?? ''];
    if (ok && 'content' in ok && ok.content) Object.assign(ok.content['application/json'] ?? {}, { example });
  }
}

/** What Swagger UI's page consists of. The folder that they come from holds more, such as its version. */
const docsFiles = new Set([
  ...['/', '/index.html', '/swagger-ui-init.js', '/swagger-ui.css'],
  ...['/swagger-ui-bundle.js', '/swagger-ui-standalone-preset.js', '/favicon-16x16.png', '/favicon-32x32.png'],
]);

/** Swagger UI at /docs, the document at /docs-json and /docs-yaml. */
export function serveDocs(app: INestApplication): void {
  app.use('/docs', ({ path }: Request, response: Response, next: NextFunction) =>
    docsFiles.has(path) ? next() : sendError(response, 404, nothingHere),
  );
  SwaggerModule.setup('docs', app, createOpenApiDocument(app), {
    customSiteTitle: 'Streaming analytics API',
    swaggerOptions: {
      displayRequestDuration: true,
      tryItOutEnabled: true,
      persistAuthorization: true,
      // Swagger UI would show the document to a service of its makers.
      validatorUrl: null,
    },
  });
}
