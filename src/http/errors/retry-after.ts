const weekdays = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const time = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';

/** The forms of a date that recipients must accept (RFC 9110, 5.6.7), each with its day of the month as a group. */
const dateForms = [
  `${weekdays}, (\\d\\d) [A-Z][a-z]{2} \\d{4} ${time} GMT`,
  `${weekdays}[a-z]+, (\\d\\d)-[A-Z][a-z]{2}-\\d\\d ${time} GMT`,
  `${weekdays} [A-Z][a-z]{2} ([ \\d]\\d) ${time} \\d{4}`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Returns the milliseconds in a `Retry-After`: whole seconds or an HTTP date; 0 for a date in the past. Decimals, which some servers
 * send, are rounded up. Returns undefined for anything else, because `Date.parse` also reads `-1` and `3, 5` as dates.
 */
export function readRetryAfter(value: string | null | undefined, now: Date): number | undefined {
  if (typeof value !== 'string') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value)) * 1_000;
  const day = dateForms.map((form) => form.exec(value)?.[1]).find((found) => found !== undefined);
  const date = new Date(value.endsWith('GMT') ? value : `${value} GMT`);
  // Date turns February 31 into March 3.
  if (day === undefined || date.getUTCDate() !== Number(day)) return undefined;
  return Math.max(0, date.getTime() - now.getTime());
}
