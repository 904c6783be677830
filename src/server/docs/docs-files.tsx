import { Injectable } from '@nestjs/common';
import { OpenAPIObject } from '@nestjs/swagger';
import { dump } from 'js-yaml';
import type { VNode } from 'preact';
import { Config } from '../../config/config.js';
import { WithHeaders } from '../../http/request/with-headers.js';
import { PageRenderer } from '../../pages/page-renderer.js';
import { StoredResponse } from '../../response-cache/stored-response.js';
import { changelogTopic, docsFile, docsTopics, headersTopic, samplesTopic } from './docs-topics.js';
import { DocsPage } from './docs.page.js';
import { llmsText } from './llms-text.js';
import { TopicPage } from './topic.page.js';

/** The pages of the documentation, the OpenAPI document as JSON and YAML, and texts. Each is created and compressed once. */
@Injectable()
export class DocsFiles {
  private readonly files = new Map<string, () => StoredResponse>();

  constructor(
    private readonly config: Config,
    private readonly renderer: PageRenderer,
  ) {}

  prepare(document: OpenAPIObject): void {
    this.add('/docs-json', 'application/json', () => JSON.stringify(document));
    this.add('/docs-yaml', 'text/yaml', () => dump(document, { skipInvalid: true, noRefs: true }));
    this.add('/llms.txt', 'text/plain', () => llmsText(document, this.config));
    for (const name of ['api.md', 'metrics.md', 'webhooks.md']) {
      this.add(`/docs/${name}`, 'text/plain', () => docsFile(name));
    }
    const topics = [...docsTopics().topics, headersTopic(), samplesTopic(document), changelogTopic()];
    for (const topic of topics) this.addPage(topic.path, <TopicPage topic={topic} topics={topics} />);
    for (const path of ['/docs', '/docs/index.html']) {
      this.addPage(path, <DocsPage config={this.config} document={document} />);
    }
  }

  /** Creates all files, so that requests never wait for one. */
  loadAll(): void {
    for (const load of this.files.values()) load();
  }

  /** Finds the file at a lowercase path without a trailing slash. */
  find(path: string): StoredResponse | undefined {
    return this.files.get(path)?.();
  }

  private addPage(path: string, page: VNode): void {
    this.add(path, 'text/html', () => this.renderer.render(page).html);
  }

  private add(path: string, type: string, write: () => string | Buffer): void {
    let file: StoredResponse | undefined;
    const headers = { 'Content-Type': `${type}; charset=utf-8` };
    this.files.set(path, () => (file ??= new StoredResponse(new WithHeaders(toBytes(write()), headers), 0)));
  }
}

function toBytes(body: string | Buffer): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.from(body);
}
