import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { WithHeaders } from '../http/with-headers.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { PageRenderer } from './page-renderer.js';

/** Serves pages from the response cache, like API operations. */
@Injectable()
export class PageAnswers {
  constructor(
    private readonly cache: ResponseCache,
    private readonly renderer: PageRenderer,
  ) {}

  /** Returns the page for a cache key, and loads it if necessary. Pages of a `group` are invalidated together. */
  answer(question: readonly (string | number)[], load: () => Promise<VNode>, group?: string): Promise<Found> {
    return this.cache.answer(['page', ...question], async () => this.toAnswer(await load(), 'page'), group);
  }

  /** Returns a page that other sites may frame. */
  embed(question: readonly (string | number)[], load: () => Promise<VNode>): Promise<Found> {
    return this.cache.answer(['embed', ...question], async () => this.toAnswer(await load(), 'embed'));
  }

  private toAnswer(page: VNode, kind: 'page' | 'embed'): WithHeaders<Buffer> {
    const { html, headers } = this.renderer.render(page, kind);
    return new WithHeaders(html, headers);
  }
}
