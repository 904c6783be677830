/**
 * Code points that show nothing on their own: white space, control and format characters, characters that Unicode ignores
 * by default, marks that combine with letters, fillers and blank signs.
 */
const invisible =
  '0001-0020 007f-00a0 00ad 0300-036f 0483-0489 061c 115f-1160 1680 17b4-17b5 180b-180f 1ab0-1aff 1dc0-1dff 2000-200f ' +
  '2028-202f 205f-206f 20d0-20ff 2800 3000 3164 fe00-fe0f fe20-fe2f feff ffa0 fff0-fffb 13430-13440 16fe4 1bca0-1bca3 ' +
  '1d159 1d173-1d17a e0000-e0fff';
const visible = new RegExp(`[^${escaped((hex) => `\\u{${hex}}`)}]`, 'u');
const visibleInSql = `[^${escaped((hex) => `\\U${hex.padStart(8, '0')}`)}]`;

function escaped(escape: (hex: string) => string): string {
  return invisible.replaceAll(/[\da-f]+/g, escape).replaceAll(' ', '');
}

/** Returns the text; null if it is null or has no visible character. */
export function unlessBlank(text: string | null): string | null {
  return text !== null && visible.test(text) ? text : null;
}

/** Returns SQL that is true if a column contains a character that {@link unlessBlank} does not ignore. */
export function isNotBlank(column: string): string {
  return `${column} COLLATE "C" ~ '${visibleInSql}'`;
}
