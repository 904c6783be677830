const maxCharacters = 1_000;
const maxElements = 32;

/**
 * Returns the part of a header's list that is parsed: the first 32 elements within the first 1,000 characters. The rest
 * is ignored. Parsing time grows with the square of the list's length, and Node accepts 16 KB.
 */
export function headerListStart(header: string): string {
  const elements = header.slice(0, maxCharacters + 1).split(',');
  // The last element may be truncated.
  const whole = header.length > maxCharacters ? elements.slice(0, -1) : elements;
  return whole.slice(0, maxElements).join(',');
}

/** Same as {@link headerListStart}, but from the end of a list to which each proxy appends. */
export function headerListEnd(header: string): string {
  const elements = header.slice(-maxCharacters).split(',');
  const whole = header.length > maxCharacters ? elements.slice(1) : elements;
  return whole.slice(-maxElements).join(',');
}
