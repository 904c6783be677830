/**
 * SQL for whether an observation is later than the one that counts so far, if there is one. Of one moment, the one that
 * says the greater text counts.
 */
export function isLater(at: string, says: string, countingAt: string, counting: string): string {
  return `COALESCE(
    ${at} > ${countingAt} OR (${at} = ${countingAt} AND ${says} COLLATE "C" > ${counting} COLLATE "C"),
    ${at} IS NOT NULL AND ${countingAt} IS NULL
  )`;
}
