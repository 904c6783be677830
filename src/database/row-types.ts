import pg from 'pg';

const { int8, timestamptz, numeric } = { int8: 20, timestamptz: 1184, numeric: 1700 };
const arrayOf = { int2: 1005, int4: 1007, int8: 1016, timestamptz: 1185, text: 1009 };

/**
 * How the columns of a row reach JavaScript: as they go into JSON, so that nothing is converted twice. A bigint is a
 * number (a RangeError from 2^53 on), a timestamptz an ISO 8601 string in UTC with milliseconds, arrays of these
 * are arrays; the rest as pg reads it.
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

/** From `2026-11-20 13:05:00.25+00`, which is how PostgreSQL writes it in a session in UTC. */
function readMoment(text: string): string {
  const milliseconds = text.slice(20, -3).padEnd(3, '0');
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`;
}

/** From `{1,NULL,3}`, which but for its braces and its NULL is JSON, and is read fastest as that. */
function readCounts(text: string): (number | null)[] {
  const counts = JSON.parse(`[${text.slice(1, -1).replaceAll('NULL', 'null')}]`) as (number | null)[];
  for (const count of counts) if (count !== null) safeNumber(count);
  return counts;
}

/** From `{"2026-11-20 13:05:00.25+00",NULL}`. */
function readMoments(text: string): (string | null)[] {
  return elementsOf(text).map((element) => (element === 'NULL' ? null : readMoment(element.slice(1, -1))));
}

const readQuotedTexts = pg.types.getTypeParser(arrayOf.text) as (text: string) => (string | null)[];

/** From `{a,NULL,c}`, which is how PostgreSQL writes it unless there is something in a text to be quoted. */
function readTexts(text: string): (string | null)[] {
  if (text.includes('"')) return readQuotedTexts(text);
  return elementsOf(text).map((element) => (element === 'NULL' ? null : element));
}

/** Of elements without commas. */
function elementsOf(text: string): string[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',');
}

/** The number itself, which JSON can carry exactly. Throws a RangeError from 2^53 on, rather than answer a wrong figure. */
export function safeNumber(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new RangeError(`${value} is not an integer below 2^53`);
}
