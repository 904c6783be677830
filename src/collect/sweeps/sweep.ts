import { askByHalves } from './ask-by-halves.js';
import { Observation, packPiece } from '../spool/observation.js';
import { Answered, AskError, LiveStream, RefusedError } from '../platforms/platform.js';
import { Platform } from '../platforms/twitch/twitch.js';

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

/** Limit of channels that the platform may refuse one by one. At the limit, the sweep is cut off. */
const mostRefused = 5;

/**
 * Looks once for live streams. The first observation of a stream counts. After the list, asks for each open stream that
 * the list lacks, with any number of viewers. The sweep is complete if all responses arrived and were usable. The
 * moment of the sweep is the moment of the first response.
 */
export function sweep(platform: Platform, plan: SweepPlan, moment: () => Date, signal: AbortSignal): Promise<Sweep> {
  return new Sweep(platform, plan, moment).run(signal);
}

export class Sweep {
  /** The stored streams of the sweep, with their channels. */
  readonly streams = new Map<string, string>();
  /** The live streams in full, for a list; the whole platform would be too much. */
  readonly live: LiveStream[] = [];
  /** The reason for an incomplete sweep, if the database is not the reason. */
  failure: AskError | RefusedError | undefined;
  /** Whether the failure ended the sweep, so that its remaining requests are missing. */
  isCutOff = false;
  private readonly pieces: Buffer[] = [];
  private at: Date | undefined;
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

  async run(signal: AbortSignal): Promise<this> {
    const { channelIds } = this.plan;
    try {
      await (channelIds ? this.askFor(channelIds, signal) : this.readAll(signal));
      await this.askFor(this.lacking(), signal);
    } catch (error) {
      const isAnswer = error instanceof AskError || error instanceof RefusedError;
      if (!isAnswer && !signal.aborted) throw error;
      this.failure = isAnswer ? error : new AskError('stopped', 'stopped');
      this.isCutOff = true;
    }
    this.at ??= this.moment();
    return this;
  }

  get observation(): Observation {
    const { pieces, failure, at = this.moment() } = this;
    const { knownImport, channelIds } = this.plan;
    const isComplete = knownImport !== undefined && !failure;
    const known = isComplete ? { knownImport } : {};
    const head = { kind: 'sweep', at: at.toISOString(), isComplete, ...known, channels: channelIds?.length } as const;
    return { head, pieces };
  }

  /** The share of requested responses that arrived. For the whole platform, the open streams stand for the unknown number. */
  get coverage(): number {
    if (!this.failure) return 1;
    const whole = Math.max(this.plan.open.size, this.met.size + this.odd, 1);
    return this.plan.channelIds ? this.answered.size / Math.max(this.asked.size, 1) : this.met.size / whole;
  }

  /** The list moves while it is read, and its cursor may lead back: two consecutive pages without a new stream count as the end. */
  private async readAll(signal: AbortSignal): Promise<void> {
    const { minViewers } = this.plan;
    let idlePages = 0;
    for await (const page of this.platform.listLive(signal)) {
      idlePages = this.add(page) > 0 ? 0 : idlePages + 1;
      if (page.items.length > 0 && page.items.every(({ viewers }) => viewers < minViewers)) return;
      if (idlePages < 2 || !page.hasMore) continue;
      this.failure ??= new AskError('answer', 'two consecutive pages have a cursor but no new streams');
      return;
    }
  }

  private async askFor(channelIds: readonly string[], signal: AbortSignal): Promise<void> {
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
    this.failure ??= new AskError('refused', error.message);
  }

  /** An invalid item may be the stream of a channel without other items. */
  private noteAnswered(ids: readonly string[], { items, odd }: Answered<LiveStream>): void {
    const unclear = new Set(odd.map(({ channelId }) => channelId));
    const isAllUnclear = [...unclear].some((channelId) => !ids.includes(channelId));
    for (const { channelId } of items) this.answered.add(channelId);
    for (const id of ids) if (!isAllUnclear && !unclear.has(id)) this.answered.add(id);
  }

  /** The channels of the open streams that were not seen, and may be live. */
  private lacking(): string[] {
    const { open, gone } = this.plan;
    const unseen = [...open].filter(([stream]) => !this.met.has(stream) && !gone?.has(stream));
    return [...new Set(unseen.map(([, channel]) => channel))];
  }

  /** The open streams of the plan that the received responses lack. */
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
    if (first) this.failure ??= new AskError('answer', `an item cannot be used: ${first.id} ${first.property}`);
    const fresh = items.filter(({ id }) => !this.met.has(id) && this.met.add(id));
    const { channelIds, minViewers, open } = this.plan;
    const kept = fresh.filter(({ id, viewers }) => channelIds !== undefined || viewers >= minViewers || open.has(id));
    for (const { id, channelId } of kept) this.streams.set(id, channelId);
    if (channelIds) this.live.push(...kept);
    if (kept.length > 0) this.pieces.push(packPiece(kept.map((stream) => ({ stream }))));
    return fresh.length;
  }
}
