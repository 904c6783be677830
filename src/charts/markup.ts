type Attributes = Readonly<Record<string, string | number | undefined>>;

/** Characters that XML does not allow, among them halves of surrogate pairs. */
const notXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Characters that turn the direction of the text around them, which could show another text than it is. */
const turning = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Most texts: nothing in them has to be looked at more closely. */
const plain = /^[\w #%()*+,./:;=?@-]*$/;

/** Text as it may stand in SVG, between tags and in attributes. */
export function escapeText(text: string): string {
  if (plain.test(text)) return text;
  return text
    .replace(turning, '')
    .replace(notXml, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] as string);
}

/** Markup of an element. Attributes are escaped; those that are undefined are left out. The content is markup already. */
export function element(name: string, attributes: Attributes, ...content: readonly string[]): string {
  const inside = content.join('');
  const tag = `<${name}${attributesOf(attributes)}`;
  return inside === '' ? `${tag}/>` : `${tag}>${inside}</${name}>`;
}

/** Markup of attributes, as {@link element} has them, with a blank before each. */
export function attributesOf(attributes: Attributes): string {
  // One string of all parts: V8 would keep each step of a concatenation until the page is sent.
  const parts: string[] = [];
  for (const key of Object.keys(attributes)) {
    const value = attributes[key];
    if (value === undefined) continue;
    parts.push(' ', key, '="', typeof value === 'number' ? String(rounded(value)) : escapeText(value), '"');
  }
  return parts.join('');
}

/** Markup of an element whose content is text. */
export function textElement(name: string, attributes: Attributes, text: string): string {
  return element(name, attributes, escapeText(text));
}

/** A coordinate in tenths of a pixel. More digits are not seen, and make the picture larger. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
