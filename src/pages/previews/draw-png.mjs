import { Resvg } from '@resvg/resvg-js';

/** Draws an SVG as PNG. Runs in the worker threads of the rasterizer, because drawing takes tens of milliseconds. */
export default ({ svg, options }) => new Resvg(svg, options).render().asPng();
