import { element } from './markup.js';

/** Returns the ID of a pattern of diagonal lines in a color: the place of a series, `others`, or `unknown`. */
export function hatchId(colour: string, { id = 'chart' }: { id?: string | undefined }): string {
  return `${id}-hatch-${colour}`;
}

/** Defines a pattern. Rectangles that it fills must not be stretched. */
export function hatch(colour: string, options: { id?: string | undefined }): string {
  const size = { width: 6, height: 6, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' };
  const name = colour === 'unknown' ? 'chart-hatch' : `chart-stroke-${colour}`;
  const line = element('path', { class: name, d: 'M1.5 0V6', 'stroke-width': colour === 'unknown' ? 1.5 : 2 });
  return element('pattern', { id: hatchId(colour, options), ...size }, line);
}
