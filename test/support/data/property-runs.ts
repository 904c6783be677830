/** Share of the runs of random tests: a third by hand, all in CI (`PROPERTY_SHARE=1`). */
const share = Number(process.env.PROPERTY_SHARE ?? 1 / 3);
if (!(share > 0))
  throw new Error(`PROPERTY_SHARE is ${process.env.PROPERTY_SHARE}, but must be a number greater than 0.`);

/** Seed of random tests. They print it when they fail, and TEST_SEED repeats a run. */
export const testSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The share of a number of random cases, at least one. */
export function runsOf(all: number): number {
  return Math.max(1, Math.ceil(all * share));
}

/** Settings of fast-check for a property that has `all` runs in CI. */
export function propertyRuns(all = 100): { numRuns: number; seed: number } {
  return { numRuns: runsOf(all), seed: testSeed };
}
