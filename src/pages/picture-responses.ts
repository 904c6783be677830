import { Injectable } from '@nestjs/common';
import { svgResponse } from '../http/request/svg-response.js';
import { WithHeaders } from '../http/request/with-headers.js';
import { AfterLoad, LoadedResponse, ResponseCache } from '../response-cache/response-cache.js';
import { drawableLetters } from './previews/drawable-text.js';
import { Rasterizer } from './previews/rasterizer.js';

const pngHeaders = { 'Content-Type': 'image/png', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Serves drawings from the response cache, as SVG or as PNG. */
@Injectable()
export class PictureResponses {
  constructor(
    private readonly cache: ResponseCache,
    private readonly rasterizer: Rasterizer,
  ) {}

  svg(cacheKey: readonly (string | number)[], load: () => Promise<string>): Promise<LoadedResponse> {
    return this.cache.getOrLoad(['picture', ...cacheKey], async () => svgResponse(await load()));
  }

  /** Returns the drawing as PNG, in its own size or in the given width. */
  png(cacheKey: readonly (string | number)[], load: () => Promise<string>, width?: number): Promise<LoadedResponse> {
    return this.cache.getOrLoad(['png', ...cacheKey, width ?? 'own'], async () => {
      const svg = drawableLetters(await load());
      return new AfterLoad(async () => new WithHeaders(await this.rasterizer.draw(svg, width), pngHeaders));
    });
  }
}
