/**
 * A suite that needs something which not every machine has, such as a program. Where it is missing, the tests count as
 * skipped, and the name of the suite tells the reason.
 */
export function describeWhere(isThere: boolean, title: string, reason: string, suite: () => void): void {
  if (isThere) describe(title, suite);
  else describe.skip(`${title} (${reason})`, suite);
}
