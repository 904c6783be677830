import { plainText } from '../../streams/shown-text.js';

/**
 * The characters of the font of the pictures: Latin, Greek and Cyrillic letters with accents, digits and usual
 * punctuation, ™ and the sign −, but no Roman numerals and no letters above U+A7CA, such as wide forms.
 */
const drawable =
  /(?:(?![\u2160-\u2188\uA7CB-\u{10FFFF}])(?:[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\x20-\x7E\u00A0-\u00BF\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u2122\u2212]|[\u0300-\u036F]))+/gu;

/**
 * Returns a text as the pictures can draw it; the fallback if nothing remains. The font has no letters of other scripts
 * and no emoji, which would all be empty boxes. A name that loses letters would be another name, so it is not cut.
 */
export function drawableName(name: string, fallback: string): string {
  const kept = drawablePart(name);
  return kept !== '' && kept === oneLine(name) ? kept : fallback;
}

/** Returns the part of a sentence that the pictures can draw. May be empty. */
export function drawablePart(text: string): string {
  const kept = oneLine((oneLine(text).match(drawable) ?? []).join(''));
  return /[\p{L}\p{N}]/u.test(kept) ? kept : '';
}

/** Removes the letters of a drawing that the pictures cannot draw. */
export function drawableLetters(svg: string): string {
  return (svg.match(drawable) ?? []).join('');
}

function oneLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ');
}
