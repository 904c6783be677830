/** Far more than any record needs, and far less than what overflows the stack of a function that calls itself. */
const mostLevels = 100;

export const tooDeep = `is nested deeper than ${mostLevels} levels`;

/** A value that is nested deeper has a longer text than this. */
export const shortestTooDeep = 2 * mostLevels;

/** Whether a value has objects and arrays within each other on more than 100 levels. */
export function isTooDeep(value: unknown, levels = mostLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
