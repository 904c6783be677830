const mostCharacters = 1_000;
const mostElements = 32;

/**
 * The part of a header's list that is parsed: its first 32 elements, if they are in its first 1,000 characters. The rest is ignored.
 * Parsers take time that grows with the square of the list, and Node accepts 16 KB.
 */
export function readableList(header: string): string {
  const elements = header.slice(0, mostCharacters + 1).split(',');
  // The last element may be cut.
  const whole = header.length > mostCharacters ? elements.slice(0, -1) : elements;
  return whole.slice(0, mostElements).join(',');
}

/** The same from the end of a list to which each proxy appends. */
export function readableEnd(header: string): string {
  const elements = header.slice(-mostCharacters).split(',');
  const whole = header.length > mostCharacters ? elements.slice(1) : elements;
  return whole.slice(-mostElements).join(',');
}
