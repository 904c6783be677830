/** Properties of other platforms that neither Helix nor import files have. */
const marks: Readonly<Record<string, readonly string[]>> = {
  Kick: ['broadcaster_user_id', 'stream_title', 'session_title', 'slug'],
  SOOP: ['broad_no', 'broad_title', 'user_nick', 'bj_id', 'bj_nick'],
  CHZZK: ['liveTitle', 'concurrentUserCount', 'liveId'],
  YouTube: ['snippet', 'liveStreamingDetails'],
};
/** A list is an array within an object within an object at most. */
const mostLevels = 4;

/** Why a value cannot be imported that looks like an export of another platform; undefined if it does not. */
export function otherSourceProblem(value: unknown): string | undefined {
  const names = new Set(namesWithin(value, mostLevels));
  const source = Object.keys(marks).find((platform) => marks[platform]?.some((name) => names.has(name)));
  return source && `looks like an export of ${source}, which is not supported`;
}

/** Of a list the first item stands for all. */
function namesWithin(value: unknown, levels: number): string[] {
  if (levels === 0) return [];
  if (Array.isArray(value)) return namesWithin(value[0], levels - 1);
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap((inner) => namesWithin(inner, levels - 1))];
}
