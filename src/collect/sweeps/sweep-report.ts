import { CollectorContext } from '../collector-context.js';
import { RefusedError } from '../platforms/platform.js';
import { SparseLog } from '../sparse-log.js';
import { Sweep } from './sweep.js';

export class SweepReport {
  private readonly incomplete: SparseLog;

  constructor(private readonly context: CollectorContext) {
    this.incomplete = new SparseLog(context.clock);
  }

  note(
    { observation, streams, coverage, failure, isCutOff }: Sweep,
    ms: number,
    { waiting, isStopped }: { waiting: number; isStopped: boolean },
  ): void {
    const { platform, state, logger } = this.context;
    const { at, isComplete } = observation.head;
    Object.assign(state, { sweepSeconds: ms / 1_000, coverage });
    state.sweeps[isComplete ? 'complete' : 'partial'] += 1;
    if (failure instanceof RefusedError || failure?.kind === 'refused') state.fail('refused');
    const points = Math.floor(platform.budget.left);
    const line = { at, isComplete, live: streams.size, ms, points, waiting };
    const reason = failure?.message;
    if (isCutOff && !isStopped)
      logger.warn({ ...line, coverage, reason }, 'A sweep was interrupted: it ends no streams');
    else logger.info(line, 'Sweep');
    if (failure && !isCutOff && this.incomplete.due()) {
      logger.warn({ coverage, reason }, 'Sweeps are incomplete: they end no streams');
    }
  }
}
