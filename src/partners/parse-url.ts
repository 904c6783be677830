/**
 * The URL that a text is, or null. Not `URL.canParse`, which in Node 20 refuses a text with Latin-1 letters, such as
 * `https://röst.example`, from the moment that V8 has optimised its caller.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
