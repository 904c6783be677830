/** A number for people to read, as in `1,234,567`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** So many things, as in `1 record` and `2,000 records`. */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
