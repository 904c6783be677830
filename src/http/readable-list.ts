const mostCharacters = 1_000;
const mostElements = 32;

/**
 * The part of a header's list that is parsed: its first 32 elements, if they are in its first 1,000 characters. The rest is ignored.
 * Parsers take time that grows with the square of the list, and Node accepts 16 KB.
 */
export function readableList(header: string): string {
  let end = -1;
  for (let count = 0; count < mostElements; count++) {
    const comma = header.indexOf(',', end + 1);
    if (comma === -1 && header.length <= mostCharacters) return header;
    if (comma === -1 || comma > mostCharacters) break;
    end = comma;
  }
  return header.slice(0, Math.max(end, 0));
}

/** The same from the end of a list to which each proxy appends. */
export function readableEnd(header: string): string {
  let start = header.length;
  for (let count = 0; count < mostElements; count++) {
    const comma = start === 0 ? -1 : header.lastIndexOf(',', start - 1);
    if (comma === -1 && header.length <= mostCharacters) return header;
    if (comma === -1 || header.length - comma > mostCharacters) break;
    start = comma;
  }
  return header.slice(start + 1);
}
