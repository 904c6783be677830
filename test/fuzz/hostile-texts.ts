import fc from 'fast-check';

/** Part of every text that a browser might run, to find echoes of the text. */
export const marker = 'fz7q';

/** Texts that have broken programs, one byte per character. */
export const hostileTexts = [
  `<script>${marker}</script>`,
  `"><img src=x onerror=${marker}>`,
  `javascript:${marker}`,
  `';${marker}--`,
  `%3Cscript%3E${marker}`,
  `\\u003c${marker}`,
  `{{${marker}}}`,
  `\${jndi:ldap://${marker}}`,
  `' OR '1'='1`,
  `1; DROP TABLE streamers; --`,
  `../../../../etc/passwd`,
  `..%2f..%2fetc%2fpasswd`,
  `%2e%2e/%2e%2e`,
  `..\\..\\windows`,
  `//${marker}.example.com`,
  `%00`,
  `%0d%0aSet-Cookie:%20${marker}=1`,
  `%E5%98%8A%E5%98%8D${marker}`,
  `%ff`,
  `%C0%AF`,
  `%ED%A0%80`,
  `%u0041`,
  `%`,
  `%2`,
  `%25`,
  `__proto__`,
  `constructor`,
  `[object Object]`,
  `NaN`,
  `Infinity`,
  `-0`,
  `1e309`,
  `0x10`,
  `9007199254740992`,
  `9223372036854775807`,
  `9223372036854775808`,
  `18446744073709551616`,
  `\u00e9\u00ff\u0080`,
  `%F0%9F%92%A9`,
  `*`,
  `null`,
  `undefined`,
  `a`.repeat(26),
  `1`.repeat(400),
  `%41`.repeat(200),
];

const visible = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i));
const high = Array.from({ length: 0x80 }, (_, i) => String.fromCharCode(0x80 + i));

/** Text for a request's first line: any bytes except control characters and spaces. */
export const lineText = fc
  .oneof(
    { weight: 3, arbitrary: fc.constantFrom(...hostileTexts) },
    { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...visible), maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...visible, ...high), maxLength: 30 }) },
    { weight: 1, arbitrary: fc.string({ maxLength: 20, unit: 'binary' }).map(percentEncoded) },
  )
  .map((text) => text.replaceAll(' ', '+'));

/** Text for the value of a header: any bytes except control characters. */
export const headerText = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 2, arbitrary: fc.string({ unit: fc.constantFrom(...visible, ' ', '\t', ',', ';', '"'), maxLength: 60 }) },
  { weight: 1, arbitrary: fc.string({ unit: fc.constantFrom(...visible, ...high, ' '), maxLength: 60 }) },
);

/** Percent-encodes the UTF-8 bytes of a text, which may contain lone surrogates. */
export function percentEncoded(text: string): string {
  return Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
