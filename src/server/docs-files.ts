import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { INestApplication, Injectable } from '@nestjs/common';
import { OpenAPIObject, SwaggerCustomOptions, SwaggerModule } from '@nestjs/swagger';
import { WithHeaders } from '../http/with-headers.js';
import { StoredAnswer } from '../response-cache/stored-answer.js';

const options: SwaggerCustomOptions = {
  customSiteTitle: 'Streaming analytics API',
  swaggerOptions: {
    displayRequestDuration: true,
    tryItOutEnabled: true,
    persistAuthorization: true,
    // Swagger UI would show the document to a service of its makers.
    validatorUrl: null,
  },
};

/** What Swagger UI's page consists of. The folder that they come from holds more, such as its version. */
const types: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui-standalone-preset.js': 'text/javascript; charset=utf-8',
  'favicon-16x16.png': 'image/png',
  'favicon-32x32.png': 'image/png',
};

/** A browser asks again after this long, and is answered 304 unless another version of the service runs by then. */
const maxAgeSeconds = 300;

/** How SwaggerModule renders a page for a request of this URL. */
type Render = (request: { url: string }, response: { type(type: string): void; send(body: string): void }) => unknown;

/** Swagger UI at /docs and the document at /docs-json and /docs-yaml: each file rendered or read, and compressed, once. */
@Injectable()
export class DocsFiles {
  private readonly sources = new Map<string, () => Promise<StoredAnswer>>();
  private readonly files = new Map<string, Promise<StoredAnswer>>();

  /** Takes over what SwaggerModule would serve. By itself it would write the document as YAML for each request. */
  prepare(app: INestApplication, document: OpenAPIObject): void {
    const adapter = {
      getType: () => 'express',
      getRequestUrl: ({ url }: { url: string }) => url,
      get: (url: string, render: Render) => void this.sources.set(url, () => renderPage(render, url)),
    };
    const useStaticAssets = (folder: string) => {
      for (const [name, type] of Object.entries(types)) {
        this.sources.set(`/docs/${name}`, async () => stored(await readFile(path.join(folder, name)), type));
      }
    };
    const recorder = Object.create(app, {
      getHttpAdapter: { value: () => adapter },
      useStaticAssets: { value: useStaticAssets },
    }) as INestApplication;
    SwaggerModule.setup('docs', recorder, document, options);
  }

  /** The file at a path, in lower case; undefined where there is none. */
  find(url: string): Promise<StoredAnswer> | undefined {
    const known = this.files.get(url);
    if (known) return known;
    const file = this.sources.get(url)?.();
    if (file) this.files.set(url, file);
    return file;
  }
}

async function renderPage(render: Render, url: string): Promise<StoredAnswer> {
  let type = '';
  let text = '';
  // Links are relative, so those of /docs/index.html are those of /docs/.
  await render(
    { url: url.replace(/index\.html$/, '') },
    { type: (value) => void (type = value), send: (body) => void (text = body) },
  );
  return stored(Buffer.from(text), `${type}; charset=utf-8`);
}

function stored(bytes: Buffer, type: string): StoredAnswer {
  const headers = { 'Content-Type': type, 'Cache-Control': `public, max-age=${maxAgeSeconds}` };
  return new StoredAnswer(new WithHeaders(bytes, headers), 0);
}
