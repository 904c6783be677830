import { unlessBlank } from './blank-text.js';

const codePoints = Array.from({ length: 0x11_0000 }, (_, code) => code).filter(
  (code) => code < 0xd800 || code > 0xdfff,
);

it('ignores each character that Unicode defines as white space, control character or ignorable', () => {
  const isIgnored = /[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]/u;
  const ignored = codePoints
    .slice(1)
    .map((code) => String.fromCodePoint(code))
    .filter((text) => isIgnored.test(text));
  expect(ignored.filter((text) => unlessBlank(text) !== null)).toEqual([]);
  expect(unlessBlank(ignored.join(''))).toBeNull();
});

it('shows each letter, digit, sign and emoji', () => {
  const isShown = /[\p{L}\p{N}\p{P}\p{S}]/u;
  // Fillers, which are letters for Unicode, a blank sign, and a musical symbol without a head.
  const blank = [0x115f, 0x1160, 0x3164, 0xffa0, 0x2800, 0x1d159];
  const shown = codePoints.filter((code) => isShown.test(String.fromCodePoint(code)) && !blank.includes(code));
  expect(shown.filter((code) => unlessBlank(String.fromCodePoint(code)) === null)).toEqual([]);
});

it.each(['', ' \u3000', '\u200b\u200b', '\u00a0', '\u3164', '\u2800', '\ufe0f', '\u0301\u0489', '\u{e0062}\u{e007f}'])(
  'is null for %j',
  (text) => {
    expect(unlessBlank(text)).toBeNull();
    expect(unlessBlank(`${text}a`)).toBe(`${text}a`);
  },
);
