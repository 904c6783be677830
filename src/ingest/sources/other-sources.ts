/** Properties of other platforms that neither Helix nor import files have, as JSON has them. */
const marks = {
  Kick: /"(?:broadcaster_user_id|stream_title|session_title|slug)":/,
  SOOP: /"(?:broad_no|broad_title|user_nick|bj_id|bj_nick)":/,
  CHZZK: /"(?:liveTitle|concurrentUserCount|liveId)":/,
  YouTube: /"(?:snippet|liveStreamingDetails)":/,
};

/** Returns the problem of a value that looks like an export of another platform; undefined for other values. */
export function otherSourceProblem(value: unknown): string | undefined {
  const json = JSON.stringify(value);
  const [source] = Object.entries(marks).find(([, properties]) => properties.test(json)) ?? [];
  return source && `looks like an export of ${source}, which is not supported`;
}
