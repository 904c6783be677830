/**
 * The largest figure, 2^53 - 1, which every JSON reader takes exactly. A sum above it is stored and answered as this number,
 * which so means "this many or more".
 */
export const largestFigure = '9007199254740991';

/** SQL for a quotient of numbers from 0 on, rounded, halves up; null where the divisor is 0. A division may round before. */
export function roundedQuotient(dividend: string, divisor: string): string {
  return `div(2 * (${dividend})::numeric + ${divisor}, NULLIF(2 * ${divisor}, 0))`;
}

/** SQL for the same of bigints above 0 whose doubles are bigints too. It takes a fifth of the time. */
export function roundedBigintQuotient(dividend: string, divisor: string): string {
  return `(2 * ${dividend} + ${divisor}) / (2 * ${divisor})`;
}

/** SQL for a figure that may be too large; null where it is null, which `least` would ignore. */
export function capped(figure: string): string {
  return `CASE WHEN ${figure} > ${largestFigure} THEN ${largestFigure} ELSE ${figure} END`;
}
