import { requestInBatches } from './request-in-batches.js';
import { Observation, packPiece } from '../spool/observation.js';
import { ObservedStream, Platform, RefusedError, RequestError, ResponseItems } from '../platforms/platform.js';

export interface SweepPlan {
  /** The channels to request; undefined for the whole platform. */
  readonly channelIds?: readonly string[];
  /** For the whole platform: streams with fewer viewers are not begun. */
  readonly minViewers: number;
  /** The streams that were live so far, with their channels. */
  readonly known: ReadonlyMap<string, string>;
  /**
   * The import up to which the database has the known streams. If undefined, other streams may be live that the sweep
   * does not request, so the sweep ends none.
   */
  readonly knownImport: number | undefined;
}

/** Limit of channels that the platform may refuse one by one. At the limit, the sweep is cut off. */
const maxRefused = 5;

/**
 * Requests the live streams once. The first observation of a stream counts. After the list, requests each known stream
 * that the list lacks, with any number of viewers. The sweep is complete if all responses arrived and were usable. The
 * moment of the sweep is the moment of the first response.
 */
export class Sweep {
  /** The stored streams of the sweep, with their channels. */
  readonly streams = new Map<string, string>();
  /** The live streams in full, for a list; the whole platform would be too much. */
  readonly live: ObservedStream[] = [];
  /** The reason for an incomplete sweep, if the database is not the reason. */
  failure: RequestError | RefusedError | undefined;
  /** Whether the failure ended the sweep, so that its remaining requests are missing. */
  isCutOff = false;
  private readonly pieces: Buffer[] = [];
  private at: Date | undefined;
  private invalidItems = 0;
  private refused = 0;
  private readonly listed = new Set<string>();
  private requestedChannels = 0;
  private channelsWithResponse = 0;

  constructor(
    private readonly platform: Platform,
    private readonly plan: SweepPlan,
    private readonly moment: () => Date,
  ) {}

  async run(signal: AbortSignal): Promise<this> {
    const { channelIds, known } = this.plan;
    const { platform } = this;
    try {
      await (channelIds && platform.findLive ? this.requestStreams(channelIds, signal) : this.readAll(signal));
      const unlisted = [...known].filter(([stream]) => !this.listed.has(stream));
      await this.requestStreams([...new Set(unlisted.map(([, channel]) => channel))], signal);
    } catch (error) {
      if (!(error instanceof RequestError || error instanceof RefusedError)) throw error;
      this.failure = error;
      this.isCutOff = true;
    }
    return this;
  }

  /** Whether the sweep found that the clock of this machine is wrong, so that its data would get a wrong time. */
  get hasWrongClock(): boolean {
    return this.failure instanceof RequestError && this.failure.kind === 'clock';
  }

  get isComplete(): boolean {
    return this.plan.knownImport !== undefined && !this.failure;
  }

  get observation(): Observation {
    const { pieces } = this;
    const { channelIds } = this.plan;
    const at = (this.at ??= this.moment());
    const knownImport = this.isComplete ? this.plan.knownImport : undefined;
    return { head: { kind: 'sweep', at: at.toISOString(), knownImport, channels: channelIds?.length }, pieces };
  }

  /** The share of requested responses that arrived. For the whole platform, the known streams stand for the unknown number. */
  get coverage(): number {
    if (!this.failure) return 1;
    const whole = Math.max(this.plan.known.size, this.listed.size + this.invalidItems, 1);
    return this.plan.channelIds
      ? this.channelsWithResponse / Math.max(this.requestedChannels, 1)
      : this.listed.size / whole;
  }

  /** The list moves while it is read, and its cursor may lead back: two consecutive pages without a new stream count as the end. */
  private async readAll(signal: AbortSignal): Promise<void> {
    const { channelIds, minViewers } = this.plan;
    const canEndEarly = this.platform.hasMostViewersFirst && channelIds === undefined;
    let idlePages = 0;
    for await (const page of this.platform.listLive(signal)) {
      idlePages = this.add(page) > 0 ? 0 : idlePages + 1;
      if (canEndEarly && page.items.length > 0 && page.items.every((item) => item.viewer_count < minViewers)) return;
      if (idlePages < 2 || page.cursor === '') continue;
      this.failure ??= new RequestError('answer', 'two consecutive pages have a cursor but no new streams');
      return;
    }
  }

  private async requestStreams(channelIds: readonly string[], signal: AbortSignal): Promise<void> {
    const { platform } = this;
    if (!platform.findLive) return;
    this.requestedChannels += channelIds.length;
    const find = (ids: readonly string[]) => platform.findLive!(ids, signal);
    for await (const { values, result } of requestInBatches(channelIds, platform.maxIds, find)) {
      if (result instanceof RefusedError) {
        this.refused += 1;
        if (this.refused === maxRefused) throw result;
        this.failure ??= new RequestError('refused', result.message);
      } else {
        this.add(result);
        this.channelsWithResponse += values.length;
      }
    }
  }

  /** Returns the number of streams that are new to the sweep. */
  private add({ items, invalid }: ResponseItems<ObservedStream>): number {
    this.at ??= this.moment();
    this.invalidItems += invalid.length;
    const [first] = invalid;
    if (first) this.failure ??= new RequestError('answer', `an item cannot be used: ${first.id} ${first.property}`);
    const fresh = items.filter(({ id }) => !this.listed.has(id) && this.listed.add(id));
    const { channelIds, minViewers, known } = this.plan;
    const isKept = ({ id, user_id, viewer_count }: ObservedStream) =>
      channelIds ? channelIds.includes(user_id) || known.has(id) : viewer_count >= minViewers || known.has(id);
    const kept = channelIds && this.platform.findLive ? fresh : fresh.filter(isKept);
    for (const { id, user_id } of kept) this.streams.set(id, user_id);
    if (channelIds) this.live.push(...kept);
    if (kept.length > 0) this.pieces.push(packPiece(kept.map((item) => ({ shape: 'stream', item }))));
    return fresh.length;
  }
}
