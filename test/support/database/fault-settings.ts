/** Number of times that each command is killed. Increase it for manual runs. */
export const kills = settingOf('FAULT_KILLS', 50);

/** Number of starts of the service on a busy machine. */
export const starts = settingOf('FAULT_STARTS', 20);

/** Duration of the overload. */
export const overloadSeconds = settingOf('FAULT_SECONDS', 60);

/** Number of streamers in a large database. */
export const maxStreamers = settingOf('FAULT_STREAMERS', 1_000_000);

/** Seed of the random moments. Set it to repeat a run. */
export const faultSeed = settingOf('FAULT_SEED', Math.floor(Math.random() * 2 ** 31));

/** Duration of the failures in a deployment of several instances, in minutes, and the seed of their random moments. */
export const scaleMinutes = settingOf('SCALE_MINUTES', 10);
export const scaleSeed = settingOf('SCALE_SEED', 1 + Math.floor(Math.random() * 2 ** 31));

function settingOf(name: string, otherwise: number): number {
  const text = process.env[name];
  if (text === undefined) return otherwise;
  if (!/^[1-9]\d{0,9}$/.test(text))
    throw new Error(`${name} is ${JSON.stringify(text)}, but must be an integer greater than 0.`);
  return Number(text);
}
