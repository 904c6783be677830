// White space, Unicode ignorable characters and the Braille blank. The ranges are valid in regular expressions of
// JavaScript and PostgreSQL.
const invisible =
  '\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\u0009-\u000d\u0020\u00a0\u00ad\u061c\u115f\u1160\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800' +
  '\u3000\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}';
const visible = new RegExp(`[^${invisible}]`, 'u');

/** Returns the text; null if it is null or has no visible character. */
export function unlessBlank(text: string | null): string | null {
  return text !== null && visible.test(text) ? text : null;
}

/** Returns SQL that is true if a column contains a character that {@link unlessBlank} does not ignore. */
export function isNotBlank(column: string): string {
  return `${column} COLLATE "C" ~ '[^${invisible}]'`;
}
