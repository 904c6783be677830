import { hash } from 'node:crypto';
import {
  mainPlatform,
  otherPlatforms,
  PlatformName,
  platformOfName,
  platforms,
  readPrefixedId,
  withoutPrefix,
} from '../../config/platforms.js';

/*
 * An ID alone names its platform: IDs below 2^62 are the main platform's, and each other platform has a range of 2^58 IDs. These IDs
 * are made of the text of the platform's own ID, so each database computes the same ones (docs/decisions/data/platforms.md).
 */

const maxId = 2n ** 63n - 1n;
const firstId = 2n ** 62n;
const idsPerPlatform = 2n ** 58n;

// A file contains the samples of a stream together.
let last: { text: string; id: string } | undefined;

/** Parses a string of digits as an ID. Null if the platform cannot have such an ID, for example `007`. */
export function parseId(text: string): bigint | null {
  if (!/^(0|[1-9]\d{0,18})$/.test(text)) return null;
  const id = BigInt(text);
  return id <= maxId ? id : null;
}

/** Returns the ID of a text such as `kick:123`; null if the text has another form. */
export function encodeId(text: string): string | null {
  if (text === last?.text) return last.id;
  const stored = readPrefixedId(text);
  if (stored === null) return null;
  const first58Bits = BigInt(`0x${hash('sha256', stored).slice(0, 15)}`) >> 2n;
  last = { text, id: String(firstIdOf(platformOfName(stored)) + first58Bits) };
  return last.id;
}

/** Returns the platform's own ID in the text of an ID; null for a number, which has none. */
export function externalIdOf(text: unknown): string | null {
  const stored = readPrefixedId(text);
  return stored === null ? null : withoutPrefix(stored);
}

/** The first ID of a platform besides the main one. */
const firstIdOf = (platform: PlatformName) => firstId + BigInt(platforms.indexOf(platform) - 1) * idsPerPlatform;

const firstIdText = String(firstId);

export function platformOfId(id: string): PlatformName {
  if (id.length < firstIdText.length || id < firstIdText) return mainPlatform;
  return platforms[Number(BigInt(id) >> 58n) - 15] ?? mainPlatform;
}

/** SQL for the number of the platform of an ID, 1 for the main one. */
export function platformNumber(id: string): string {
  return `greatest((${id} >> 58)::integer - 14, 1)`;
}

const names = `ARRAY['${platforms.join("', '")}']`;

/** SQL for {@link platformNumber} from the name of a platform. */
export function platformNumberOf(name: string): string {
  return `array_position(${names}, ${name})`;
}

/** SQL for the name of the platform of an ID. */
export function platformNameOf(id: string): string {
  return `(${names})[${platformNumber(id)}]`;
}

/** Returns {@link platformNumber} of a platform. */
export function numberOfPlatform(platform: PlatformName): number {
  return platforms.indexOf(platform) + 1;
}

/** SQL for whether an ID is of a platform. */
export function isOfPlatform(id: string, platform: PlatformName): string {
  if (platform === mainPlatform) return `${id} < ${firstId}`;
  const from = firstIdOf(platform);
  // A column of PostgreSQL has no larger ID than the last one.
  return `(${id} >= ${from} AND ${id} <= ${from + idsPerPlatform - 1n})`;
}

/** SQL for a login without the prefix of its platform. */
export function bareLogin(login: string): string {
  return `substr(${login}, strpos(${login}, ':') + 1)`;
}

/** Tables with the platforms' own IDs. */
export type TableOfIds = 'streamers' | 'streams';

/** SQL for the platform's own ID of a row; null for the main one, without a look-up. */
export function selectExternalId(table: TableOfIds, id: string): string {
  return `CASE WHEN ${id} >= ${firstId} THEN (SELECT x.external_id FROM ${table} x WHERE x.id = ${id}) END`;
}

/** SQL for an ID as the text that files contain. */
export function idAsText(table: TableOfIds, id: string): string {
  const prefixes = otherPlatforms.map(({ prefix }, index) => `WHEN ${16 + index} THEN '${prefix}'`);
  const text = `CASE ${id} >> 58 ${prefixes.join(' ')} END || (SELECT x.external_id FROM ${table} x WHERE x.id = ${id})`;
  return `CASE WHEN ${id} < ${firstId} THEN ${id}::text ELSE COALESCE(${text}, ${id}::text) END`;
}

/** SQL for whether an ID can have a row with the platform's own ID. */
export function canHaveExternalId(id: string): string {
  return `${id} >= ${firstId}`;
}
