import { askByHalves } from './ask-by-halves.js';
import { Observation, packPiece } from '../spool/observation.js';
import { Answered, AskError, LiveStream, Platform, RefusedError } from '../platforms/platform.js';

export interface SweepPlan {
  /** The channels to ask for; undefined for the whole platform. */
  readonly channelIds?: readonly string[];
  /** For the whole platform: streams with fewer viewers are not begun. */
  readonly minViewers: number;
  /** The streams known to be open, with their channels. */
  readonly open: ReadonlyMap<string, string>;
  /**
   * The import up to which the database has the open streams. If undefined, other streams may be open that nobody asks
   * for, so the sweep ends none.
   */
  readonly knownImport: number | undefined;
  /** Open streams that the preceding, cut-off sweeps asked for without a response. They are not requested again. */
  readonly gone?: ReadonlySet<string>;
}

export interface Sweep {
  readonly observation: Observation;
  /** The stored streams of the sweep, with their channels. */
  readonly streams: ReadonlyMap<string, string>;
  /** The live streams in full, for a list; the whole platform would be too much. */
  readonly live: readonly LiveStream[];
  /** The share of requested responses that arrived. */
  readonly coverage: number;
  /** The reason for an incomplete sweep, if the database is not the reason. */
  readonly failure?: AskError | RefusedError;
  /** Whether the failure ended the sweep, so that its remaining requests are missing. */
  readonly isCutOff: boolean;
  /** The open streams of the plan that the received responses lack. */
  readonly gone: ReadonlySet<string>;
}

/** Limit of channels that the platform may refuse one by one. At the limit, the sweep is cut off. */
const mostRefused = 5;

/**
 * Looks once for live streams. The first observation of a stream counts. After the list, asks for each open stream that
 * the list lacks, with any number of viewers. The sweep is complete if all responses arrived and were usable. The
 * moment of the sweep is the moment of the first response.
 */
export async function sweep(
  platform: Platform,
  plan: SweepPlan,
  moment: () => Date,
  signal: AbortSignal,
): Promise<Sweep> {
  const run = new SweepRun(platform, plan, moment);
  let failure: Sweep['failure'];
  try {
    await (plan.channelIds ? run.askFor(plan.channelIds, signal) : run.readAll(signal));
    await run.askFor(run.lacking(), signal);
  } catch (error) {
    if (!(error instanceof AskError) && !(error instanceof RefusedError) && !signal.aborted) throw error;
    failure = error instanceof AskError || error instanceof RefusedError ? error : new AskError('stopped', 'stopped');
  }
  const isCutOff = failure !== undefined;
  failure ??= run.flaw;
  const { pieces, streams, live, gone, at = moment() } = run;
  const { knownImport, channelIds } = plan;
  const isComplete = knownImport !== undefined && !failure;
  const known = isComplete ? { knownImport } : {};
  const head = { kind: 'sweep', at: at.toISOString(), isComplete, ...known, channels: channelIds?.length } as const;
  const coverage = failure ? run.coverage : 1;
  return { observation: { head, pieces }, streams, live, coverage, failure, isCutOff, gone };
}

class SweepRun {
  readonly pieces: Buffer[] = [];
  readonly streams = new Map<string, string>();
  readonly live: LiveStream[] = [];
  at: Date | undefined;
  /** The reason why a finished sweep is not complete. */
  flaw: AskError | undefined;
  private odd = 0;
  private refused = 0;
  private readonly met = new Set<string>();
  private readonly asked = new Set<string>();
  private readonly answered = new Set<string>();

  constructor(
    private readonly platform: Platform,
    private readonly plan: SweepPlan,
    private readonly moment: () => Date,
  ) {}

  /** For the whole platform, the number of streams is unknown, so the open streams are used instead. */
  get coverage(): number {
    const whole = Math.max(this.plan.open.size, this.met.size + this.odd, 1);
    return this.plan.channelIds ? this.answered.size / Math.max(this.asked.size, 1) : this.met.size / whole;
  }

  /** The list moves while it is read, and its cursor may lead back: two consecutive pages without a new stream count as the end. */
  async readAll(signal: AbortSignal): Promise<void> {
    const { minViewers } = this.plan;
    let idlePages = 0;
    for await (const page of this.platform.listLive(signal)) {
      idlePages = this.add(page) > 0 ? 0 : idlePages + 1;
      if (page.items.length > 0 && page.items.every(({ viewers }) => viewers < minViewers)) return;
      if (idlePages < 2 || !page.hasMore) continue;
      this.flaw ??= new AskError('answer', 'two consecutive pages have a cursor but no new streams');
      return;
    }
  }

  async askFor(channelIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { mostIds } = this.platform;
    for (const id of channelIds) this.asked.add(id);
    const ask = async (ids: readonly string[]) => {
      const answer = await this.platform.findLive(ids, signal);
      this.add(answer);
      this.noteAnswered(ids, answer);
    };
    for (let from = 0; from < channelIds.length; from += mostIds) {
      await askByHalves(channelIds.slice(from, from + mostIds), ask, (_id, error) => this.refuse(error));
    }
  }

  private refuse(error: RefusedError): void {
    this.refused += 1;
    if (this.refused === mostRefused) throw error;
    this.flaw ??= new AskError('refused', error.message);
  }

  /** An invalid item may be the stream of a channel without other items. */
  private noteAnswered(ids: readonly string[], { items, odd }: Answered<LiveStream>): void {
    const unclear = new Set(odd.map(({ channelId }) => channelId));
    const isAllUnclear = [...unclear].some((channelId) => !ids.includes(channelId));
    for (const { channelId } of items) this.answered.add(channelId);
    for (const id of ids) if (!isAllUnclear && !unclear.has(id)) this.answered.add(id);
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

  /** Returns the number of streams that are new to the sweep. */
  private add({ items, odd }: Answered<LiveStream>): number {
    this.at ??= this.moment();
    this.odd += odd.length;
    const [first] = odd;
    if (first) this.flaw ??= new AskError('answer', `an item cannot be used: ${first.id} ${first.property}`);
    const fresh = items.filter(({ id }) => !this.met.has(id) && this.met.add(id));
    const { channelIds, minViewers, open } = this.plan;
    const kept = fresh.filter(({ id, viewers }) => channelIds !== undefined || viewers >= minViewers || open.has(id));
    for (const { id, channelId } of kept) this.streams.set(id, channelId);
    if (channelIds) this.live.push(...kept);
    if (kept.length > 0) this.pieces.push(packPiece(kept.map((stream) => ({ stream }))));
    return fresh.length;
  }
}
