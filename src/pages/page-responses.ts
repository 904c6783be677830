import { applyDecorators, Controller, Get, Injectable } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { VNode } from 'preact';
import { Public } from '../auth/public.decorator.js';
import { FailureMessage } from '../http/request/operation.decorator.js';
import { requestOrigin } from '../http/request/request-origin.js';
import { RequestUnits, UnitRule } from '../http/request/unit-rule.js';
import { WithHeaders } from '../http/request/with-headers.js';
import { DataState } from '../meta/data-state.js';
import { MetaService } from '../meta/meta.service.js';
import { LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { PageRenderer } from './page-renderer.js';

/** A controller of pages. Pages are public and are not part of the API. */
export function PageController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), ApiExcludeController(), Public());
}

/** A handler of a page. `failure` is the sentence that readers see if the handler fails. */
export function ShowPage(path: string | string[], failure: string, units?: UnitRule): MethodDecorator {
  return applyDecorators(Get(path), FailureMessage(failure), ...(units ? [RequestUnits(units)] : []));
}

/** Serves pages from the response cache, like API operations. */
@Injectable()
export class PageResponses {
  constructor(
    private readonly cache: ResponseCache,
    private readonly renderer: PageRenderer,
    private readonly meta: MetaService,
  ) {}

  /** Returns the page for a cache key, and loads it if necessary. Pages of a `group` are invalidated together. */
  respond(cacheKey: readonly (string | number)[], load: () => Promise<VNode>, group?: string): Promise<LoadedResponse> {
    const loadAll = async () => {
      // The page does not fail without its footer and the line about invented data.
      const [page, data] = await Promise.all([load(), this.meta.findDataState().catch(() => undefined)]);
      return this.toResponse(page, 'page', data);
    };
    return this.cache.getOrLoad(['page', ...originKey(), ...cacheKey], loadAll, group);
  }

  /** Returns a part of a page for a script, or a page that other sites may frame. */
  part(kind: 'part' | 'embed', cacheKey: readonly (string | number)[], load: () => Promise<VNode>) {
    return this.cache.getOrLoad([kind, ...originKey(), ...cacheKey], async () =>
      this.toResponse(await load(), kind === 'embed' ? 'embed' : 'page'),
    );
  }

  private toResponse(page: VNode, kind: 'page' | 'embed', data?: DataState): WithHeaders<Buffer> {
    const { html, headers } = this.renderer.render(page, kind, data);
    return new WithHeaders(html, headers);
  }
}

/** Pages contain addresses with the origin. */
function originKey(): string[] {
  const origin = requestOrigin();
  return origin === undefined ? [] : [origin];
}
