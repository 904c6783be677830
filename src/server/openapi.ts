import { INestApplication } from '@nestjs/common';
import { DocumentBuilder, OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { problemOf, problemType } from '../http/error-content.js';
import { ErrorResponse, Problem } from '../http/error.response.js';
import { columnsExtension } from '../http/list-form.js';
import { publicPath } from '../http/public-path.js';
import { version } from '../version.js';
import { metricsPath } from './docs-files.js';
import openApiExamples from './openapi-examples.json' with { type: 'json' };
import { addHeaders } from './openapi-headers.js';
import { addListForms } from './openapi-lists.js';

export const apiTitle = 'Streaming analytics API';

const tags: Record<string, string> = {
  Meta: 'The health of the service, and how much data it has.',
  Streamer: 'Streams, figures and followers of a streamer, who is named by login or channel id.',
  Streams: 'Who is live, and one stream: its chat, its viewers, the stream before it.',
  Leaderboard: 'The streamers of the last thirty days, ranked by one figure.',
  Games: 'The games of the last thirty days, and who streams them.',
  Partners: 'The sponsors that streamers link to from their panels.',
  Events: 'Events that several streamers take part in.',
};

/** What holds for all operations. `metrics` is the address of docs/metrics.md. */
const description = (metrics: string) =>
  [
    'Read-only analytics of live streams. Times are UTC, in ISO 8601 with milliseconds. Watchtime is in viewer-minutes. Ids',
    'are strings of digits. Integers of the format int64 are below 2^53. Null means unknown. Every error has the body',
    '`{ "error": string }`, or is problem details (RFC 9457) if `Accept` names `application/problem+json`. Each list is also CSV',
    'and NDJSON: its path ends in `.csv` or `.ndjson` then, or `Accept` names `text/csv` or `application/x-ndjson`. A token is needed',
    'only if the operator has configured one. An overloaded service answers 503 with `Retry-After`. [The definitions of the',
    `figures](${metrics}) tell formula, unit, window and rounding of each.`,
  ].join(' ');

/** The OpenAPI document of the application. */
export function createOpenApiDocument(
  app: INestApplication,
  config: Pick<Config, 'publicUrl' | 'apiTokens'>,
): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle(apiTitle)
    .setDescription(description(publicPath(config, metricsPath)))
    .setVersion(version)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(config.publicUrl ?? '/')
    .addSecurity('bearer', { type: 'http', scheme: 'bearer', description: 'One of the tokens in API_TOKEN.' });
  for (const [name, text] of Object.entries(tags)) builder.addTag(name, text);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    extraModels: [ErrorResponse, Problem],
    operationIdFactory: (_controller, method) => method,
  });
  delete document.info.contact;
  closeErrorResponse(document);
  listSecurity(document, config.apiTokens.length > 0);
  addHeaders(document);
  addExamples(document);
  addListForms(document);
  addProblems(document);
  return document;
}

/** Forbids other properties in an ErrorResponse. Swagger's decorators cannot express that. */
function closeErrorResponse(document: OpenAPIObject): void {
  Object.assign(document.components?.schemas?.ErrorResponse ?? {}, { additionalProperties: false });
}

/** Lists the token as optional if none is configured, so that validating proxies accept requests without one. */
function listSecurity(document: OpenAPIObject, needsToken: boolean): void {
  for (const { get } of Object.values(document.paths)) {
    if (!get) continue;
    const schemes = get.security ?? [];
    get.security = schemes.length === 0 || needsToken ? schemes : [...schemes, {}];
  }
}

/** Adds what a seeded service answers. A test holds the examples against the seed, and can write them anew. */
function addExamples(document: OpenAPIObject): void {
  const examples: Readonly<Record<string, { answer: unknown }>> = openApiExamples;
  for (const { get } of Object.values(document.paths)) {
    const ok = get?.responses['200'];
    const example = examples[get?.operationId ?? '']?.answer;
    if (ok && 'content' in ok && ok.content) Object.assign(ok.content['application/json'] ?? {}, { example });
  }
}

/** Adds to each error that it can be asked for as problem details. */
function addProblems(document: OpenAPIObject): void {
  const schema = { $ref: '#/components/schemas/Problem' };
  for (const { get } of Object.values(document.paths)) {
    for (const [status, response] of Object.entries(get?.responses ?? {})) {
      if (Number(status) < 400 || !response || '$ref' in response) continue;
      const { error } = response.content?.['application/json']?.example as { error: string };
      response.content = { ...response.content, [problemType]: { schema, example: problemOf(Number(status), error) } };
    }
  }
}

/** The paths of a document's lists, which have other forms than JSON. */
export function listPathsOf({ paths }: OpenAPIObject): string[] {
  return Object.keys(paths).filter((path) => paths[path]?.get && columnsExtension in paths[path].get);
}

/** The paths of a document, as Express writes them. */
export function pathsOf({ paths }: OpenAPIObject): string[] {
  return Object.keys(paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'));
}
