/** The number of colors of cells. */
export const cellLevels = 5;

/**
 * Returns the SVG path of the cells of each level. Four levels show the share of the largest value, and 0 has its own level. A
 * cell is a line of length 1. Values are not negative. Null draws nothing.
 */
export function cellLines(values: readonly (readonly (number | null)[])[]): string[] {
  const lines = Array.from({ length: cellLevels }, () => '');
  const largest = Math.max(0, ...values.flat().map((value) => value ?? 0));
  values.forEach((row, r) =>
    row.forEach((value, column) => {
      if (value !== null) lines[value && Math.ceil((value / largest) * (cellLevels - 1))] += `M${column} ${r}h1`;
    }),
  );
  return lines;
}
