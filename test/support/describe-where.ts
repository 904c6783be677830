/**
 * A suite that needs something that some machines lack, such as a program. On these machines Jest reports the tests as
 * skipped, and the name of the suite contains the reason.
 */
export function describeWhere(isThere: boolean, title: string, reason: string, suite: () => void): void {
  if (isThere) describe(title, suite);
  else describe.skip(`${title} (${reason})`, suite);
}
