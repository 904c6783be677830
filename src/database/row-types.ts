import pg from 'pg';

const { int8, timestamptz, numeric } = { int8: 20, timestamptz: 1184, numeric: 1700 };
const arrayOf = { int2: 1005, int4: 1007, int8: 1016, timestamptz: 1185, text: 1009 };

/**
 * Parses column values in the form that JSON needs, to avoid a second conversion. A bigint becomes a number; values
 * from 2^53 throw a RangeError. A timestamptz becomes an ISO 8601 string in UTC with milliseconds. Arrays of these
 * types become arrays. pg parses all other types.
 */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === int8 || oid === numeric) return readCount;
    if (oid === timestamptz) return readMoment;
    if (oid === arrayOf.int8 || oid === arrayOf.int4 || oid === arrayOf.int2) return readCounts;
    if (oid === arrayOf.timestamptz) return readMoments;
    if (oid === arrayOf.text) return readTexts;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  },
};

function readCount(text: string): number {
  return safeNumber(Number(text));
}

/** Parses `2026-11-20 13:05:00.25+00`, PostgreSQL's format in a session in UTC. */
function readMoment(text: string): string {
  const milliseconds = text.slice(20, -3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** Parses `{1,NULL,3}`, which is JSON except for the braces and NULL. JSON.parse is the fastest parser here. */
function readCounts(text: string): (number | null)[] {
  const counts = JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as (number | null)[];
  for (const count of counts) if (count !== null) safeNumber(count);
  return counts;
}

/** Parses `{"2026-11-20 13:05:00.25+00",NULL}`. */
function readMoments(text: string): (string | null)[] {
  return elementsOf(text).map((element) => (element === 'NULL' ? null : readMoment(element.slice(1, -1))));
}

const readQuotedTexts = pg.types.getTypeParser(arrayOf.text) as (text: string) => (string | null)[];

/** Parses `{a,NULL,c}`, PostgreSQL's format if no text needs quotes. */
function readTexts(text: string): (string | null)[] {
  if (text.includes('"')) return readQuotedTexts(text);
  return elementsOf(text).map((element) => (element === 'NULL' ? null : element));
}

/** Splits an array whose elements contain no commas. */
function elementsOf(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** Returns a number that JSON represents exactly. Throws a RangeError from 2^53 to avoid wrong figures. */
export function safeNumber(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${value} is not an integer below 2^53`);
}
