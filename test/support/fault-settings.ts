/** How often each command is killed: more by hand than in CI. */
export const kills = settingOf('FAULT_KILLS', 50);

/** How often the service is started on a busy machine. */
export const starts = settingOf('FAULT_STARTS', 20);

/** How long the service gets more than it can serve. */
export const overloadSeconds = settingOf('FAULT_SECONDS', 60);

/** How many streamers the larger of two databases has that are compared. */
export const mostStreamers = settingOf('FAULT_STREAMERS', 1_000_000);

/** What random moments follow from; a run can be given that of another. */
export const faultSeed = settingOf('FAULT_SEED', Math.floor(Math.random() * 2 ** 31));

/** For how many minutes parts of a deployment of several instances fail, and what random moments follow from. */
export const scaleMinutes = settingOf('SCALE_MINUTES', 10);
export const scaleSeed = settingOf('SCALE_SEED', 1 + Math.floor(Math.random() * 2 ** 31));

function settingOf(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,9}$/.test(text))
    throw new Error(`${name} is ${JSON.stringify(text)}, but must be a whole number above 0.`);
  return Number(text);
}
