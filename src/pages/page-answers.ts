import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { WithHeaders } from '../http/with-headers.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { PageRenderer } from './page-renderer.js';

/** Answers requests for pages from the response cache, as operations are answered. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly cache: ResponseCache,
    private readonly renderer: PageRenderer,
  ) {}

  /** The page that a question stands for, loaded if need be. Pages of a `group` are outdated together. */
  answer(question: readonly (string | number)[], load: () => Promise<VNode>, group?: string): Promise<Found> {
    return this.cache.answer(['page', ...question], async () => this.toAnswer(await load(), 'page'), group);
  }

  /** The same for a page that others show in a frame. */
  embed(question: readonly (string | number)[], load: () => Promise<VNode>): Promise<Found> {
    return this.cache.answer(['embed', ...question], async () => this.toAnswer(await load(), 'embed'));
  }

  private toAnswer(page: VNode, kind: 'page' | 'embed'): WithHeaders<Buffer> {
    const { html, headers } = this.renderer.render(page, kind);
    return new WithHeaders(html, headers);
  }
}
