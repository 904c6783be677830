/**
 * Parses a URL; null if it is invalid. `URL.canParse` is not reliable: in Node 20 it rejects Latin-1 letters, such as
 * `https://röst.example`, after V8 has optimized its caller.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
