import { hangMs } from './work-copy.mjs';

/** Runs specs without a defect, each once and only if it fails with one: a spec that fails by itself sees nothing. */
export class CleanRuns {
  runs = new Map();
  failing = [];

  /** Whether a spec that failed with a defect, or hung, passes without one, and soon enough for a hang to tell something. */
  async isTrusted({ spec, verdict }, copy) {
    if (spec === undefined) return true;
    if (!this.runs.has(spec)) this.runs.set(spec, this.run(spec, copy));
    const { isPassed, ms } = await this.runs.get(spec);
    return isPassed && (verdict !== 'hung' || ms < hangMs / 3);
  }

  /** On a busy machine a spec may be out of time by chance, so it gets another try. */
  async run(spec, copy) {
    for (let attempt = 1; ; attempt++) {
      const startedAt = performance.now();
      const { verdict } = await copy.runClean(spec);
      const ms = performance.now() - startedAt;
      if (verdict === 'passed') return { isPassed: true, ms };
      if (attempt === 2) {
        this.failing.push(spec);
        return { isPassed: false, ms };
      }
    }
  }
}
