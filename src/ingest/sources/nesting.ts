/** Far more than any record needs, and far less than the depth that overflows the stack of a recursive function. */
const maxLevels = 100;

export const tooDeep = `is nested deeper than ${maxLevels} levels`;

/** Whether a value has more than 100 levels of objects and arrays. */
export function isTooDeep(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isTooDeep(inner, levels - 1));
}
