/** A text; null without one, and for one of white space alone. */
export function unlessBlank(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}

/** SQL for whether a column holds more than the white space that {@link unlessBlank} ignores. */
export function isNotBlank(column: string): string {
  return String.raw`btrim(${column}, E' \t\n\u000b\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff') <> ''`;
}
