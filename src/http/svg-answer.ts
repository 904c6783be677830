import { WithHeaders } from './with-headers.js';

/** The type of a picture in the OpenAPI document. */
export const svgType = 'image/svg+xml';

/**
 * The answer that a picture is. It may have a style, and nothing that runs or loads. Unlike other answers it may be shown by pages
 * of other origins, which is what it is for.
 */
export function svgAnswer(svg: string): WithHeaders<Buffer> {
  return new WithHeaders(Buffer.from(svg), {
    'Content-Type': svgType,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
