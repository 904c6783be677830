/**
 * The largest figure that every JSON reader parses exactly: 2^53 - 1. Larger sums are stored and returned as this
 * number, which then means "this many or more".
 */
export const maxFigure = '9007199254740991';

/** SQL for a rounded quotient of non-negative numbers. Halves round up. Null if the divisor is 0. */
export function quotientSql(dividend: string, divisor: string): string {
  return `div(2 * (${dividend})::numeric + ${divisor}, NULLIF(2 * ${divisor}, 0))`;
}

/** SQL that caps a figure and keeps null, which `least` alone would ignore. */
export function capped(figure: string): string {
  return `CASE WHEN ${figure} > ${maxFigure} THEN ${maxFigure} ELSE ${figure} END`;
}
