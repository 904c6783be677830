import { Observation, packPiece } from './observation.js';
import { AskError, LiveStream, Platform, RefusedError } from './platform.js';

export interface SweepPlan {
  /** The channels to ask for; without them the whole platform. */
  readonly channelIds?: readonly string[];
  /** Of the whole platform: streams with fewer viewers are not begun. */
  readonly minViewers: number;
  /** The streams that are open as far as is known, with their channels. */
  readonly open: ReadonlyMap<string, string>;
  /**
   * The import as of which the database has them. Undefined if that is not known: streams may be open then that nobody asks for, so the
   * sweep ends none.
   */
  readonly knownImport: number | undefined;
  /** Open streams that sweeps right before this one, which were cut off, asked for and got no answer with. They are not asked for again. */
  readonly gone?: ReadonlySet<string>;
}

export interface Sweep {
  readonly observation: Observation;
  /** What was stored of it: the streams, with their channels. */
  readonly streams: ReadonlyMap<string, string>;
  /** The same in full, of a list; of the whole platform that would be too much. */
  readonly live: readonly LiveStream[];
  /** Of all answers that were asked for, the share that came. */
  readonly coverage: number;
  /** Why it is not complete. */
  readonly failure?: AskError | RefusedError;
  /** The open streams of the plan that the answers lack which came. */
  readonly gone: ReadonlySet<string>;
}

/**
 * Looks once who is live. The first sighting of a stream counts. After the list it asks for each open stream that the list lacks, whatever
 * its viewers are; the sweep is complete if all of these answers came.
 */
export async function sweep(platform: Platform, plan: SweepPlan, at: Date, signal: AbortSignal): Promise<Sweep> {
  const run = new SweepRun(platform, plan);
  let failure: Sweep['failure'];
  try {
    await (plan.channelIds ? run.askFor(plan.channelIds, signal) : run.readAll(signal));
    await run.askFor(run.lacking(), signal);
  } catch (error) {
    if (!(error instanceof AskError) && !(error instanceof RefusedError) && !signal.aborted) throw error;
    failure = error instanceof AskError || error instanceof RefusedError ? error : new AskError('stopped', 'stopped');
  }
  const { pieces, stored: streams, live, gone } = run;
  const { knownImport, channelIds } = plan;
  const isComplete = knownImport !== undefined && !failure;
  const known = isComplete ? { knownImport } : {};
  const head = { kind: 'sweep', at: at.toISOString(), isComplete, ...known, channels: channelIds?.length } as const;
  return { observation: { head, pieces }, streams, live, coverage: failure ? run.coverage : 1, failure, gone };
}

class SweepRun {
  readonly pieces: Buffer[] = [];
  readonly stored = new Map<string, string>();
  readonly live: LiveStream[] = [];
  private readonly met = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly answered = new Set<string>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: SweepPlan,
  ) {}

  /** Of the whole platform the number of streams is not known, so those that were open stand for it. */
  get coverage(): number {
    const whole = Math.max(this.plan.open.size, this.met.size, 1);
    return this.plan.channelIds ? this.answered.size / Math.max(this.asked.size, 1) : this.met.size / whole;
  }

  /** The list moves while it is read, and its cursor may lead back: a page without a new stream is the end. */
  async readAll(signal: AbortSignal): Promise<void> {
    for await (const page of this.platform.listLive(signal)) {
      if (this.add(page) === 0) return;
      if (page.every(({ viewers }) => viewers < this.plan.minViewers)) return;
    }
  }

  async askFor(channelIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { mostIds } = this.platform;
    for (const id of channelIds) this.asked.add(id);
    for (let from = 0; from < channelIds.length; from += mostIds) {
      const ids = channelIds.slice(from, from + mostIds);
      this.add(await this.platform.findLive(ids, signal));
      for (const id of ids) this.answered.add(id);
    }
  }

  /** The channels of the open streams that were not seen, and may be live. */
  lacking(): string[] {
    const { open, gone } = this.plan;
    const unseen = [...open].filter(([stream]) => !this.met.has(stream) && !gone?.has(stream));
    return [...new Set(unseen.map(([, channel]) => channel))];
  }

  get gone(): Set<string> {
    const { open, gone } = this.plan;
    const isGone = (stream: string, channel: string) =>
      !this.met.has(stream) && (this.answered.has(channel) || gone?.has(stream));
    return new Set([...open].flatMap(([stream, channel]) => (isGone(stream, channel) ? stream : [])));
  }

  /** Answers how many streams are new to the sweep. */
  private add(page: readonly LiveStream[]): number {
    const fresh = page.filter(({ id }, index) => !this.met.has(id) && page.findIndex((one) => one.id === id) === index);
    for (const { id } of fresh) this.met.add(id);
    const { channelIds, minViewers, open } = this.plan;
    const kept = fresh.filter(({ id, viewers }) => channelIds !== undefined || viewers >= minViewers || open.has(id));
    for (const { id, channelId } of kept) this.stored.set(id, channelId);
    if (channelIds) this.live.push(...kept);
    if (kept.length > 0) this.pieces.push(packPiece(kept.map((stream) => ({ stream }))));
    return fresh.length;
  }
}
