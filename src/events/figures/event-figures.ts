import { halfMillisecond, holdsOf } from '../../figures/samples/holds.js';
import { SegmentSums, unknownFigures } from '../../figures/samples/segment-sums.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { ViewerTotals } from '../../figures/samples/viewer-totals.js';
import { minuteMs } from '../../figures/time.js';
import { endOfStream } from '../../streams/detail/stream-end.js';
import { EventMarker, EventOnly } from '../dto/event-detail.response.js';
import { EventMember } from '../events.repository.js';
import { EventMemberFigures, EventSegment } from './event-figures.response.js';

/** The sums of a stream within the event. */
interface MemberSums {
  member: EventMember;
  sums: SegmentSums;
  isPruned: boolean;
}

/** Computes the figures of the segments of an event, which its markers separate, and of each of its streams within it. */
export class EventFigures {
  private readonly titles: (string | null)[];
  /** The start of each segment, and the end of the event. */
  readonly bounds: Float64Array;
  private readonly totals: ViewerTotals;
  private readonly byRole: Record<'official' | 'co_stream', SegmentSums>;
  private readonly members: MemberSums[] = [];
  /** The last samples of live streams, which count until the last known time of all streams. */
  private readonly open: { samples: StreamSamples; sums: SegmentSums[] }[] = [];
  private prunedUntil = -Infinity;

  constructor({ started_at, ended_at }: Pick<EventOnly, 'started_at' | 'ended_at'>, markers: readonly EventMarker[]) {
    const start = Date.parse(started_at);
    const end = ended_at === null ? Infinity : Date.parse(ended_at);
    const titles = new Map<number, string | null>([[start, null]]);
    for (const { timestamp, title } of markers) {
      const at = Date.parse(timestamp);
      if (at <= start) titles.set(start, title);
      else if (at < end) titles.set(at, title);
    }
    this.titles = [...titles.values()];
    this.bounds = Float64Array.from([...titles.keys(), end + halfMillisecond]);
    this.totals = new ViewerTotals(this.bounds);
    this.byRole = { official: new SegmentSums(this.bounds), co_stream: new SegmentSums(this.bounds) };
  }

  /** Adds a stream. Streams are added by their start. */
  add(samples: StreamSamples, member: EventMember): void {
    const { bounds } = this;
    const own = new SegmentSums(Float64Array.of(bounds[0] as number, bounds.at(-1) as number));
    const roleSums = member.role === null ? undefined : this.byRole[member.role];
    this.totals.add(samples);
    const sums = roleSums ? [own, roleSums] : [own];
    const holds = holdsOf(samples, null);
    for (const one of sums) one.add(holds);
    if (samples.end === null) this.open.push({ samples, sums });
    this.prunedUntil = Math.max(this.prunedUntil, samples.prunedUntil ?? -Infinity);
    const isPruned = Math.max(samples.start, bounds[0] as number) < (samples.prunedUntil ?? -Infinity);
    this.members.push({ member, sums: own, isPruned });
  }

  /** Returns the figures after all streams are added. `now` is the end of live streams that were never observed. */
  finish(now: number): { segments: EventSegment[]; streams: EventMemberFigures[] } {
    const totals = this.totals.finish();
    const known = this.totals.knownUntil;
    for (const { samples, sums } of this.open) {
      const last = { ...samples, times: samples.times.slice(-1), viewers: samples.viewers.slice(-1) };
      for (const one of sums) one.add(holdsOf(last, known));
    }
    const segments = this.titles.map((title, i) => this.segmentOf(title, i, totals));
    return { segments, streams: this.members.map((one) => this.figuresOf(one, now)) };
  }

  private segmentOf(title: string | null, i: number, totals: SegmentSums): EventSegment {
    const from = this.bounds[i] as number;
    const bound = this.bounds[i + 1] as number;
    const to = bound === Infinity ? this.totals.knownUntil : Math.floor(bound);
    const end = to === null ? null : Math.max(from, to);
    const isKnown = from >= this.prunedUntil && (totals.peaks[i] as number) >= 0;
    const { avg_viewers, peak_viewers, watchtime } = isKnown ? totals.figuresOf(i) : unknownFigures;
    const timeMs = totals.timeMs[i] as number;
    const averageOf = ({ viewerMs, peaks }: SegmentSums) =>
      isKnown && timeMs > 0 && (peaks[i] as number) >= 0 ? viewerMs.divide(i, timeMs) : null;
    return {
      title,
      from: new Date(from).toISOString(),
      to: end === null ? null : new Date(end).toISOString(),
      minutes: end === null ? null : Math.floor((end - from) / minuteMs),
      avg_viewers,
      peak_viewers,
      peak_at: isKnown ? new Date(totals.peakAt[i] as number).toISOString() : null,
      watchtime,
      official_avg_viewers: averageOf(this.byRole.official),
      co_stream_avg_viewers: averageOf(this.byRole.co_stream),
    };
  }

  private figuresOf({ member, sums, isPruned }: MemberSums, now: number): EventMemberFigures {
    const { id, streamer_id, name, display_name, role, language, started_at, platform, external_id } = member;
    const from = Math.max(Date.parse(started_at), this.bounds[0] as number);
    const end = endOfStream(member, member.last_seen_at, new Date(now));
    const to = Math.min(Date.parse(end), this.bounds.at(-1)!);
    const figures = isPruned ? unknownFigures : sums.figuresOf(0);
    const minutes = Math.max(0, Math.floor((to - from) / minuteMs));
    return { id, streamer_id, name, display_name, role, language, minutes, ...figures, platform, external_id };
  }
}
