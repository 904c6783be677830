const mostCharacters = 1_000;
const mostElements = 32;

/**
 * Returns the part of a header's list that is parsed: the first 32 elements within the first 1,000 characters. The rest
 * is ignored. Parsing time grows with the square of the list's length, and Node accepts 16 KB.
 */
export function readableList(header: string): string {
  const elements = header.slice(0, mostCharacters + 1).split(',');
  // The last element may be truncated.
  const whole = header.length > mostCharacters ? elements.slice(0, -1) : elements;
  return whole.slice(0, mostElements).join(',');
}

/** Same as {@link readableList}, but from the end of a list to which each proxy appends. */
export function readableEnd(header: string): string {
  const elements = header.slice(-mostCharacters).split(',');
  const whole = header.length > mostCharacters ? elements.slice(1) : elements;
  return whole.slice(-mostElements).join(',');
}
