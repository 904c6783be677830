/** SQL for whether an observation is later than the current one, if any. At the same moment, the greater text is the later one. */
export function isLater(at: string, says: string, countingAt: string, counting: string): string {
  return `COALESCE(
    ${at} > ${countingAt} OR (${at} = ${countingAt} AND ${says} COLLATE "C" > ${counting} COLLATE "C"),
    ${at} IS NOT NULL AND ${countingAt} IS NULL
  )`;
}
