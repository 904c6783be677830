import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { INestApplication, Injectable } from '@nestjs/common';
import { OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { WithHeaders } from '../http/with-headers.js';
import { StoredAnswer } from '../response-cache/stored-answer.js';
import { docsFile, docsTopics, samplesTopic, topicPage } from './docs-topics.js';
import { docsPage, docsPageFiles, docsPageOptions, withoutHash } from './docs-page.js';
import { llmsText } from './llms-text.js';

const plainText = 'text/plain; charset=utf-8';

/** SwaggerModule's handler for a page. */
type Render = (request: { url: string }, response: { type(type: string): void; send(body: string): void }) => unknown;

/** A file of the documentation and the hash of its content. */
interface DocsFile {
  answer: StoredAnswer;
  hash: string;
}

/** Swagger UI, the topics, the document as JSON and YAML, and /llms.txt. Each file is created and compressed once. */
@Injectable()
export class DocsFiles {
  private readonly sources = new Map<string, () => Promise<DocsFile>>();
  private readonly files = new Map<string, Promise<DocsFile>>();

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
    SwaggerModule.setup('docs', recorder, document, docsPageOptions);
    const llms = Buffer.from(llmsText(document, app.get(Config)));
    this.sources.set('/llms.txt', async () => stored(llms, plainText));
    for (const name of ['api.md', 'metrics.md']) {
      this.sources.set(`/docs/${name}`, async () => stored(Buffer.from(docsFile(name)), plainText));
    }
    const topics = [...docsTopics().topics, samplesTopic(document)];
    for (const topic of topics) {
      const page = () => Buffer.from(topicPage(topic, topics, app.get(Config)));
      this.sources.set(topic.path, async () => stored(page(), 'text/html; charset=utf-8'));
    }
  }

  /** Loads all files, so that requests never read from disk. */
  async loadAll(): Promise<void> {
    for (const url of this.sources.keys()) await this.load(url);
  }

  /** Finds the file at a lowercase path. `isImmutable` is true if the path contains the hash of the content. */
  async find(url: string): Promise<{ file: StoredAnswer; isImmutable: boolean } | undefined> {
    const asked = withoutHash(url);
    const found = await this.load(asked.name);
    return found && { file: found.answer, isImmutable: asked.hash === found.hash };
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
    if (type === 'text/html') text = docsPage(text, await this.listHashes());
    return stored(Buffer.from(text), `${type}; charset=utf-8`);
  }

  /** The hash of each file that the page loads, by name. */
  private async listHashes(): Promise<Record<string, string>> {
    const names = [...Object.keys(docsPageFiles), 'swagger-ui-init.js'];
    const hashes = await Promise.all(names.map(async (name) => [name, (await this.load(`/docs/${name}`))?.hash ?? '']));
    return Object.fromEntries(hashes) as Record<string, string>;
  }
}

function stored(bytes: Buffer, type: string): DocsFile {
  const answer = new StoredAnswer(new WithHeaders(bytes, { 'Content-Type': type }), 0);
  return { answer, hash: hash('sha256', bytes, 'hex').slice(0, 16) };
}
