import { WithHeaders } from './with-headers.js';

/** The media type of a picture in the OpenAPI document. */
export const svgType = 'image/svg+xml';

export type SvgResponse = WithHeaders<Buffer>;

/** A picture, with styles but no scripts or external resources. Pages of other origins may embed it. */
export function svgResponse(svg: string): SvgResponse {
  return new WithHeaders(Buffer.from(svg), {
    'Content-Type': svgType,
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
}
