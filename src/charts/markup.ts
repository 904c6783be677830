type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Characters that XML does not allow, such as lone surrogates. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Characters that change the direction of the surrounding text, which could make it misleading. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Most texts match this pattern and need no escaping. */
const plain = /^[\w #%()*+,./:;=?@-]*$/;

/** Escapes text for SVG content and attributes. */
export function escapeText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(turning, '')
    .replace(notXml, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] as string);
}

/** Returns the markup of an element. Escapes attributes and omits undefined attributes. The content must be markup. */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const inside = content.join('');
  const tag = `<${name}${attributesOf(attributes)}`;
  return inside === '' ? `${tag}/>` : `${tag}>${inside}</${name}>`;
}

/** Returns the markup of attributes for {@link element}, each after a space. */
function attributesOf(attributes: Attributes): string {
  // V8 would keep each step of a concatenation until the page is sent, so one join builds the string.
  const parts: string[] = [];
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value === undefined) continue;
    parts.push(' ', key, '="', typeof value === 'number' ? String(rounded(value)) : escapeText(value), '"');
  }
  return parts.join('');
}

/** Returns the markup of an element with text content. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return element(name, attributes, escapeText(text));
}

/** Rounds a coordinate to tenths of a pixel. More digits are invisible and make the picture larger. */
export function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
