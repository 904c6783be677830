import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { svgAnswer } from '../http/svg-answer.js';
import { WithHeaders } from '../http/with-headers.js';
import { Found, ResponseCache } from '../response-cache/response-cache.js';
import { StoredAnswer } from '../response-cache/stored-answer.js';
import { drawableLetters } from './previews/drawable-text.js';
import { Rasterizer } from './previews/rasterizer.js';

const pngBytes = 16 * 1024 * 1024;
const pngHeaders = { 'Content-Type': 'image/png', 'Cross-Origin-Resource-Policy': 'cross-origin' };

/** Serves drawings from the response cache, as SVG or as PNG. */
@Injectable()
export class PictureAnswers {
  /** The PNG of a drawing by its entity tag and width. Simultaneous requests share one rasterization. */
  private readonly pngs = new LRUCache<string, Buffer, { svg: string; width: number | undefined }>({
    maxSize: pngBytes,
    sizeCalculation: ({ length }) => length,
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: { svg, width } }) => this.rasterizer.draw(svg, width),
  });

  constructor(
    private readonly cache: ResponseCache,
    private readonly rasterizer: Rasterizer,
  ) {}

  svg(question: readonly (string | number)[], load: () => Promise<string>): Promise<Found> {
    return this.cache.answer(['picture', ...question], async () => svgAnswer(await load()));
  }

  /**
   * Returns the drawing as PNG, in its own size or in the given width. Rasterizes after the load of the drawing, because
   * waiting pictures would otherwise count as a slow database.
   */
  async png(question: readonly (string | number)[], load: () => Promise<string>, width?: number): Promise<Found> {
    const { answer, result } = await this.svg(['png', ...question], async () => drawableLetters(await load()));
    const context = { svg: answer.bytes.toString(), width };
    const png = await this.pngs.forceFetch(`${answer.identity.etag} ${width}`, { context });
    return new Found(new StoredAnswer(new WithHeaders(png, pngHeaders), answer.createdAtMs), result, undefined);
  }
}
