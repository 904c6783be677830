const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ascii = /^[\x20-\x7E]*$/;
const wide =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Extended_Pictographic}\uFF01-\uFF60]/u;
const narrow = /^[ijlI.,:;'|! ()[\]]/;
const broad = /^[mwMW@%]/;

/** Bold letters are wider than the average that text widths are estimated with, by this factor. */
export const boldness = 1.1;

/** Estimates the width of a text in pixels. The server cannot measure the reader's font. */
export function textWidth(text: string, fontSize: number): number {
  return split(text).reduce((sum, grapheme) => sum + widthOf(grapheme) * fontSize, 0);
}

/** Shortens a text to one line of at most `width` pixels, with an ellipsis. */
export function shorten(text: string, fontSize: number, width: number): string {
  const line = text.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  if (textWidth(line, fontSize) <= width) return line;
  let used = fontSize;
  const kept = split(line).filter((grapheme) => (used += widthOf(grapheme) * fontSize) <= width);
  return `${kept.join('').trimEnd()}…`;
}

/** Splits a text into the characters that readers see. In ASCII, each character is one. */
function split(text: string): string[] {
  if (ascii.test(text)) return text.split('');
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Returns the width as a fraction of the font size. */
function widthOf(grapheme: string): number {
  if (wide.test(grapheme)) return 1.05;
  if (narrow.test(grapheme)) return 0.33;
  return broad.test(grapheme) ? 0.9 : 0.58;
}
