import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { INestApplication, Injectable } from '@nestjs/common';
import { OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { colourVariables } from '../../charts/chart-colours.js';
import { Config } from '../../config/config.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { StoredResponse } from '../../response-cache/stored-response.js';
import { changelogTopic, docsFile, docsTopics, headersTopic, samplesTopic, topicPage } from './docs-topics.js';
import { shownDocument } from './docs-document.js';
import { docsPage, docsPageFiles, docsPageOptions, withoutHash } from './docs-page.js';
import { StartProps } from './docs-start.js';
import { llmsText } from './llms-text.js';
import { Sample } from '../../http/samples/request-samples.js';
import { samplesExtension } from '../openapi/openapi-samples.js';

const plainText = 'text/plain; charset=utf-8';

/** Our files of the page. Their sources are in src/pages/browser/. */
const ownFiles: Readonly<Record<string, { type: string; load: () => Promise<string> }>> = {
  'docs.css': { type: 'text/css; charset=utf-8', load: loadStyles },
  'docs.js': { type: 'text/javascript; charset=utf-8', load: () => readText('generated/browser/docs.js') },
};

/** SwaggerModule's handler for a page. */
type Render = (request: { url: string }, response: { type(type: string): void; send(body: string): void }) => unknown;

/** A file of the documentation and the hash of its content. */
interface DocsFile {
  response: StoredResponse;
  hash: string;
}

/** Swagger UI, the topics, the document as JSON and YAML, and /llms.txt. Each file is created and compressed once. */
@Injectable()
export class DocsFiles {
  private readonly sources = new Map<string, () => Promise<DocsFile>>();
  private readonly files = new Map<string, Promise<DocsFile>>();
  private start: StartProps | undefined;

  constructor(private readonly renderer: PageRenderer) {}

  /** Takes over SwaggerModule's files, because SwaggerModule would convert the document to YAML for each request. */
  prepare(app: INestApplication, document: OpenAPIObject): void {
    const adapter = {
      getType: () => 'express',
      getRequestUrl: ({ url }: { url: string }) => url,
      get: (url: string, render: Render) => {
        // SwaggerModule registers this path only to hide a file.
        if (url !== '/docs/LICENSE') this.sources.set(url, () => this.renderFile(render, url));
      },
    };
    const useStaticAssets = (folder: string) => {
      for (const [name, type] of Object.entries(docsPageFiles)) {
        this.sources.set(`/docs/${name}`, async () => stored(await readFile(path.join(folder, name)), type));
      }
    };
    const recorder = Object.create(app, {
      getHttpAdapter: { value: () => adapter },
      useStaticAssets: { value: useStaticAssets },
    }) as INestApplication;
    const config = app.get(Config);
    const shown = shownDocument(document, config.apiTokens.length > 0);
    SwaggerModule.setup('docs', recorder, shown, { ...docsPageOptions, raw: false });
    SwaggerModule.setup('docs', recorder, document, { ui: false });
    for (const [name, { type, load }] of Object.entries(ownFiles)) {
      this.sources.set(`/docs/${name}`, async () => stored(Buffer.from(await load()), type));
    }
    this.start = startOf(document, config);
    const llms = Buffer.from(llmsText(document, config));
    this.sources.set('/llms.txt', async () => stored(llms, plainText));
    for (const name of ['api.md', 'metrics.md', 'webhooks.md']) {
      this.sources.set(`/docs/${name}`, async () => stored(Buffer.from(docsFile(name)), plainText));
    }
    const topics = [...docsTopics().topics, headersTopic(), samplesTopic(document), changelogTopic()];
    for (const topic of topics) {
      this.sources.set(topic.path, async () => {
        const page = topicPage(topic, topics, config, await this.listHashes(), this.renderer);
        return stored(Buffer.from(page), 'text/html; charset=utf-8');
      });
    }
  }

  /** Loads all files, so that requests never read from disk. */
  async loadAll(): Promise<void> {
    for (const url of this.sources.keys()) await this.load(url);
  }

  /** Finds the file at a lowercase path. `isImmutable` is true if the path contains the hash of the content. */
  async find(url: string): Promise<{ file: StoredResponse; isImmutable: boolean } | undefined> {
    const requested = withoutHash(url);
    const found = await this.load(requested.name);
    return found && { file: found.response, isImmutable: requested.hash === found.hash };
  }

  private load(url: string): Promise<DocsFile> | undefined {
    const known = this.files.get(url);
    if (known) return known;
    const file = this.sources.get(url)?.();
    if (file) this.files.set(url, file);
    return file;
  }

  private async renderFile(render: Render, url: string): Promise<DocsFile> {
    let type = '';
    let text = '';
    // Links are relative, so /docs/index.html and /docs/ have the same links.
    await render(
      { url: url.replace(/index\.html$/, '') },
      { type: (value) => void (type = value), send: (body) => void (text = body) },
    );
    if (type === 'text/html' && this.start) text = docsPage(text, this.start, await this.listHashes(), this.renderer);
    return stored(Buffer.from(text), `${type}; charset=utf-8`);
  }

  /** The hash of each file that the page loads, by name. */
  private async listHashes(): Promise<Record<string, string>> {
    const names = [...Object.keys({ ...docsPageFiles, ...ownFiles }), 'swagger-ui-init.js'];
    const hashes = await Promise.all(names.map(async (name) => [name, (await this.load(`/docs/${name}`))?.hash ?? '']));
    return Object.fromEntries(hashes) as Record<string, string>;
  }
}

function stored(bytes: Buffer, type: string): DocsFile {
  const response = new StoredResponse(new WithHeaders(bytes, { 'Content-Type': type }), 0);
  return { response, hash: hash('sha256', bytes, 'hex').slice(0, 16) };
}

async function loadStyles(): Promise<string> {
  const names = ['styles/base-controls', 'styles/tokens', 'styles/base-elements', 'styles/base-header', 'docs'];
  const [controls, ...files] = await Promise.all(names.map((name) => readText(`pages/browser/${name}.css`)));
  // Swagger UI has controls of its own.
  return [`:where(.site-head) {${controls}}`, ...files, colourVariables].join('\n');
}

function readText(file: string): Promise<string> {
  return readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
}

function startOf({ paths }: OpenAPIObject, config: Config): StartProps {
  const first = Object.values(paths).find(({ get }) => get?.operationId === 'listRecentStreams')?.get;
  const [sample] = (first as { [samplesExtension]?: Sample[] } | undefined)?.[samplesExtension] ?? [];
  const rules = docsTopics().introduction.split('\n').filter((line) => line.startsWith('- '));
  return { config, command: sample?.source ?? '', rules: rules.join('\n') };
}
