/**
 * A moment as the query parameter `from` takes it, to the minute, so that a page does not change with each second; undefined where
 * everything is asked for.
 */
export function fromOf(moment: Date): string | undefined {
  return moment.getTime() === 0 ? undefined : `${moment.toISOString().slice(0, 16)}Z`;
}
