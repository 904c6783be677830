import { readPicture, readTags, cleanText } from '../sources/helix/texts.js';
import { refuseValue } from '../errors.js';
import { ColumnType, nullCell, tags, text, url } from './column-types.js';
import { KindColumn } from './kind.js';

/** ISO 639-1, with script and region, as in `zh-hk`, `es-419` and `sr-latn-rs`, and codes of other lists, as in `asl`. */
const languageCode = /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,3}$/i;

/** Stored in lower case. An empty text means unknown. */
const language: ColumnType = {
  sql: 'text',
  cell(value, property) {
    if (value === '') return nullCell;
    return languageOf(value) ?? refuseValue(property, value, 'a language code such as "en", or "other"');
  },
};

function languageOf(value: unknown): string | null {
  return typeof value === 'string' && languageCode.test(value) ? value.toLowerCase() : null;
}

interface ObservedColumn extends KindColumn {
  /** The property of a stream of Helix. */
  readonly helixName: string;
  /** Returns the value of the property `helixName`; null if it is unknown. */
  readonly fromHelix: (this: void, value: unknown) => string | readonly string[] | null;
}

/** A text with the same name in Helix, which may send longer ones. */
function observedText(name: string, longest: number): ObservedColumn {
  const fromHelix = (value: unknown) => cleanText(value, longest);
  return { name, type: text(0, longest), optional: true, helixName: name, fromHelix };
}

/** The described columns that `stream_changes` has too. */
export const changeColumns: readonly ObservedColumn[] = [
  observedText('title', 500),
  observedText('game_name', 200),
  { name: 'tags', type: tags, optional: true, helixName: 'tags', fromHelix: readTags },
  { name: 'language', type: language, optional: true, helixName: 'language', fromHelix: languageOf },
];

/**
 * The columns of `streams` that an observation of a live stream describes. Import files, pages of Helix, sweeps and
 * staging tables have the columns of this list.
 */
export const observedColumns: readonly ObservedColumn[] = [
  ...changeColumns,
  { name: 'thumbnail', type: url, optional: true, helixName: 'thumbnail_url', fromHelix: readPicture },
];

/** Returns the valid description of a stream of Helix, under the names of Helix. */
export function readDescription(item: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(observedColumns.map(({ helixName, fromHelix }) => [helixName, fromHelix(item[helixName])]));
}
