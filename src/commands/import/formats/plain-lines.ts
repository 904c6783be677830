/** Takes lines of CSV straight from their bytes. */
export interface PlainLines {
  /** Whether it can take lines with these columns. */
  accepts(columns: readonly string[]): boolean;
  /** Takes the line that begins at a place, and answers where the next one begins; -1 if the line is left to the reader. */
  take(bytes: Buffer, from: number, line: number): number;
}
