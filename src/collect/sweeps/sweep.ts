import { formatCount } from '../../logging/format-count.js';
import { requestInBatches } from './request-in-batches.js';
import { Observation, packPiece, PieceItem } from '../spool/observation.js';
import { ObservedStream, Platform, RefusedError, RequestError, ResponseItems } from '../platforms/platform.js';

export interface SweepPlan {
  /** The channels to request; undefined for the whole platform. */
  readonly channelIds?: readonly string[];
  /** A sweep of the whole platform ignores new streams with fewer viewers. */
  readonly minViewers: number;
  /** The streams that were live so far, with their channels. */
  readonly known: ReadonlyMap<string, string>;
  /**
   * The import up to which the database has the known streams. If undefined, other streams may be live that the sweep
   * does not request, so the sweep ends none.
   */
  readonly knownImport: number | undefined;
  /** Why no channel of a list could be looked up. */
  readonly lookupFailure?: RequestError | RefusedError | undefined;
}

/** Limit of channels that the platform may refuse one by one. At the limit, the sweep is cut off. */
const maxRefused = 5;

/** All of Twitch had 959 pages. A list that does not end must not take a whole sweep. */
export const maxPages = 5_000;

/**
 * Requests the live streams once. The first observation of a stream counts. After the list, requests each known stream
 * that the list lacks, with any number of viewers. The sweep is complete if all responses arrived and each of their items
 * names its stream or its channel. The moment of the sweep is the moment of the first response.
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
  /** The streams of invalid items, or their channels if the IDs of the streams are invalid, too. */
  private readonly invalidStreams = new Set<string>();
  private readonly invalidChannels = new Set<string>();
  private requestedChannels = 0;
  private channelsWithResponse = 0;

  constructor(
    private readonly platform: Platform,
    private readonly plan: SweepPlan,
    private readonly moment: () => Date,
  ) {}

  async run(signal: AbortSignal): Promise<this> {
    const { channelIds, known, lookupFailure } = this.plan;
    const { platform } = this;
    this.failure = lookupFailure;
    this.isCutOff = this.hasNoChannel;
    if (this.isCutOff) return this;
    try {
      await (channelIds && platform.findLive ? this.requestStreams(channelIds, signal) : this.readAll(signal));
      const { unreadable } = this;
      const unlisted = [...known].filter(([stream]) => !this.listed.has(stream) && !unreadable.has(stream));
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

  /** Whether no name of the list has a known channel, and no stream is known, so that the sweep observes nothing. */
  get hasNoChannel(): boolean {
    const { channelIds, known } = this.plan;
    return channelIds?.length === 0 && known.size === 0;
  }

  /** The known streams that are live, but whose items are all invalid, with their channels. */
  get unreadable(): Map<string, string> {
    const isUnreadable = ([stream, channel]: [string, string]) =>
      !this.listed.has(stream) && (this.invalidStreams.has(stream) || this.invalidChannels.has(channel));
    return new Map([...this.plan.known].filter(isUnreadable));
  }

  get isComplete(): boolean {
    return this.plan.knownImport !== undefined && !this.failure && !this.hasNoChannel;
  }

  get observation(): Observation {
    const { channelIds } = this.plan;
    const at = (this.at ??= this.moment());
    const knownImport = this.isComplete ? this.plan.knownImport : undefined;
    const items = Array.from(this.unreadable.keys(), (id): PieceItem => ({ shape: 'unreadable', item: { id } }));
    const pieces = items.length > 0 ? [...this.pieces, packPiece(items)] : this.pieces;
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
    let pages = 0;
    let idlePages = 0;
    for await (const page of this.platform.listLive(signal)) {
      pages += 1;
      idlePages = this.add(page) > 0 ? 0 : idlePages + 1;
      const viewers = page.items.flatMap((item) => item.viewer_count ?? []);
      if (canEndEarly && viewers.length > 0 && viewers.every((count) => count < minViewers)) return;
      if ((idlePages < 2 && pages < maxPages) || page.cursor === '') continue;
      const problem =
        idlePages < 2
          ? `the list has more than ${formatCount(maxPages)} pages`
          : 'two consecutive pages have a cursor but no new streams';
      this.failure ??= new RequestError('answer', problem);
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
        this.checkChannels(result, values);
        this.channelsWithResponse += values.length;
      }
    }
  }

  /** One stream may have another channel than the requested one. More show that the platform ignored the request. */
  private checkChannels({ items, invalid }: ResponseItems<ObservedStream>, requested: readonly string[]): void {
    const others = invalid.filter(({ channelId }) => channelId !== '' && !requested.includes(channelId));
    if (others.length > 1 && others.length > items.length)
      this.failure ??= new RequestError('answer', 'a response has streams of channels that were not requested');
  }

  /** Returns the number of streams that are new to the sweep. */
  private add({ items, invalid }: ResponseItems<ObservedStream>): number {
    this.at ??= this.moment();
    this.invalidItems += invalid.length;
    for (const { id, channelId, property } of invalid) {
      if (id !== '') this.invalidStreams.add(id);
      else if (channelId !== '') this.invalidChannels.add(channelId);
      else this.failure ??= new RequestError('answer', `an item without an ID cannot be used: ${property}`);
    }
    const fresh = items.filter(({ id }) => !this.listed.has(id) && this.listed.add(id));
    const { channelIds, minViewers, known } = this.plan;
    const isKept = ({ id, user_id, viewer_count }: ObservedStream) =>
      channelIds
        ? channelIds.includes(user_id) || known.has(id)
        : (viewer_count ?? Infinity) >= minViewers || known.has(id);
    const kept = channelIds && this.platform.findLive ? fresh : fresh.filter(isKept);
    for (const { id, user_id } of kept) this.streams.set(id, user_id);
    if (channelIds) this.live.push(...kept);
    if (kept.length > 0) this.pieces.push(packPiece(kept.map((item) => ({ shape: 'stream', item }))));
    return fresh.length;
  }
}
