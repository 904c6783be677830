import { unlessBlank } from '../../../streams/blank-text.js';
import { readUrl } from '../../kinds/column-types.js';

// The import and the collector both read texts with these functions, so a page leads to the same rows either way.

/** Null without tags. Skips items that are not texts. */
export function readTags(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((tag) => cleanText(tag, 100) ?? []).slice(0, 100);
}

/**
 * Returns a display name. Ignores a blank name, and also the channel's own ID, which earlier versions stored instead of
 * a blank name.
 */
export function readName(value: unknown, channelId: unknown): string | null {
  const name = unlessBlank(cleanText(value, 100));
  return name === channelId ? null : name;
}

/**
 * Returns the URL of a picture. Helix leaves the size of a thumbnail open, as in `...-{width}x{height}.jpg`. Null for
 * an invalid URL.
 */
export function readPicture(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return readUrl(value.replaceAll('{width}', '1280').replaceAll('{height}', '720'));
}

/** Makes a text valid for PostgreSQL: no NUL, no lone surrogate, and not longer than the column. */
export function cleanText(value: unknown, longest: number): string | null {
  if (typeof value !== 'string') return null;
  const whole = value.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\uFFFD');
  return whole.slice(0, longest).replace(/\p{Surrogate}$/u, '');
}
