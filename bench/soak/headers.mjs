// CACHE_STALE_SECONDS of the stage, and what a request may take.
const oldestSeconds = 26;
const windowSeconds = 60;

/** What is wrong with the times that an answer tells, whatever the clock did. */
export function problemOfHeaders({ age = '0', 'x-ratelimit-reset': reset = '0', 'retry-after': retry = '0' }) {
  const isWithin = (text, most) => /^\d+$/.test(text) && Number(text) <= most;
  if (!isWithin(age, oldestSeconds)) return `it is ${age} seconds old`;
  if (!isWithin(reset, windowSeconds)) return `the window ends in ${reset} seconds`;
  return isWithin(retry, windowSeconds) ? undefined : `asks to wait for ${retry} seconds`;
}
