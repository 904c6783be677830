/** Reads a text that must be one of these. */
export function oneOf(texts: readonly string[]): (text: string) => string | undefined {
  return (text) => texts.find((known) => known === text);
}
