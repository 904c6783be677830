/** Properties of other platforms that neither Helix nor import files have. */
const marks: Readonly<Record<string, readonly string[]>> = {
  Kick: ['broadcaster_user_id', 'stream_title', 'session_title', 'slug'],
  SOOP: ['broad_no', 'broad_title', 'user_nick', 'bj_id', 'bj_nick'],
  CHZZK: ['liveTitle', 'concurrentUserCount', 'liveId'],
  YouTube: ['snippet', 'liveStreamingDetails'],
};
/** The deepest list is an array within an object within an object. */
const maxLevels = 4;

/** Returns the problem of a value that looks like an export of another platform; undefined for other values. */
export function otherSourceProblem(value: unknown): string | undefined {
  const names = new Set(namesWithin(value, maxLevels));
  const source = Object.keys(marks).find((platform) => marks[platform]?.some((name) => names.has(name)));
  return source && `looks like an export of ${source}, which is not supported`;
}

/** The first item represents a whole list. */
function namesWithin(value: unknown, levels: number): string[] {
  if (levels === 0) return [];
  if (Array.isArray(value)) return namesWithin(value[0], levels - 1);
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap((inner) => namesWithin(inner, levels - 1))];
}
