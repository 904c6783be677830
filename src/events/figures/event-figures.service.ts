import { BadRequestException, Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { halfMillisecond } from '../../figures/samples/holds.js';
import { countParts, GraphParts, KnownParts, measureParts } from '../../figures/samples/known-parts.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { truncateList } from '../../http/lists/truncate-list.js';
import { adviceAgainst, GraphGranularity, granularitySeconds } from '../../streams/viewers/graph-range.js';
import { maxGraphPoints } from '../../streams/viewers/stream-viewers.service.js';
import { EventDetail } from '../dto/event-detail.response.js';
import { EventMember, EventsRepository } from '../events.repository.js';
import { EventsService } from '../events.service.js';
import { EventFigures } from './event-figures.js';
import { EventGraph } from './event-graph.js';
import { EventMemberFigures, EventPoint, EventSegment } from './event-figures.response.js';

const maxMembers = 10_000;
const maxSamples = 1_000_000;
export const tooManySamplesMessage = 'The streams of this event have more than 1,000,000 viewer samples.';

/** What is computed from the streams of an event: figures, a graph, or layers of a page. */
interface EventVisitor {
  /** Adds a stream. Streams are added by their start. */
  add(samples: StreamSamples, member: EventMember): void;
}

type EventWithMarkers = Omit<EventDetail, 'streams'>;

/** Computes figures of events from the samples of their streams. Each stream is read once. */
@Injectable()
export class EventFiguresService {
  private readonly limit = new ConcurrencyLimit(2);

  constructor(
    private readonly events: EventsService,
    private readonly repository: EventsRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the viewers in the intervals of an event in which a stream is live, oldest first. Throws a BadRequestException that
   * names a granularity that fits if there could be more than 3,000 points.
   */
  listGraph(id: string, granularity: GraphGranularity): Promise<EventPoint[]> {
    return this.withMembers(id, async (event, members) => {
      const now = this.clock.now().getTime();
      const partsOf = (name: GraphGranularity) => divide(event, members, 1_000 * granularitySeconds[name], now);
      const parts = partsOf(granularity);
      const fits = (name: GraphGranularity) => countParts(partsOf(name)) <= maxGraphPoints;
      if (!fits(granularity)) throw new BadRequestException(adviceAgainst(granularity, 'event', fits));
      const graph = new EventGraph(parts, now);
      await this.walk(event, members, [graph]);
      return graph.points();
    });
  }

  /** Returns the segments between the markers of an event. */
  listSegments(id: string): Promise<EventSegment[]> {
    return this.withMembers(id, async (event, members) => truncateList((await this.sumUp(event, members)).segments));
  }

  /** Returns the streams of an event, by start, with their figures within it. */
  listStreams(id: string): Promise<EventMemberFigures[]> {
    return this.withMembers(id, async (event, members) => truncateList((await this.sumUp(event, members)).streams));
  }

  /**
   * Returns the segments of an event, its streams, and the parts of the graph of some streams by their ID. If the event has too
   * many samples, only these streams are read, and the figures are unknown.
   */
  findFigures(event: EventDetail, parts: GraphParts, ids: readonly string[]) {
    return this.limit.run(async () => {
      const members = await this.repository.listMembers(BigInt(event.id), maxMembers + 1);
      const isTooLarge = problemOf(members) !== undefined;
      const read = isTooLarge ? members.filter(({ id }) => ids.includes(id)) : members;
      const now = this.clock.now().getTime();
      const layers = new Map<string, KnownParts>();
      const figures = new EventFigures(event, event.markers);
      const addLayer = (samples: StreamSamples, { id }: EventMember) => {
        // A live stream is on at the present moment.
        if (ids.includes(id)) layers.set(id, measureParts(samples, parts, now + 1));
      };
      await this.walk(event, read, [...(isTooLarge ? [] : [figures]), { add: addLayer }], { until: parts.to });
      return { ...figures.finish(now), layers };
    });
  }

  private async sumUp(event: EventWithMarkers, members: readonly EventMember[]) {
    const figures = new EventFigures(event, event.markers);
    await this.walk(event, members, [figures]);
    return figures.finish(this.clock.now().getTime());
  }

  private async withMembers<Row>(
    id: string,
    compute: (event: EventWithMarkers, members: readonly EventMember[]) => Promise<Row[]>,
  ): Promise<Row[]> {
    const event = await this.events.findWithMarkers(id);
    return this.limit.run(async () => compute(event, await this.listMembers(event)));
  }

  private async listMembers({ id }: EventWithMarkers): Promise<EventMember[]> {
    const members = await this.repository.listMembers(BigInt(id), maxMembers + 1);
    const problem = problemOf(members);
    if (problem !== undefined) throw new BadRequestException(problem);
    return members;
  }

  /**
   * Reads each stream once, by start, with the samples of the time of the event and up to `until`, and adds it to all
   * visitors. Returns the number of samples. Throws the reason of the signal between two streams if it is aborted.
   */
  private async walk(
    { started_at, ended_at }: EventWithMarkers,
    members: readonly EventMember[],
    visitors: readonly EventVisitor[],
    { until = -Infinity, signal }: { until?: number; signal?: AbortSignal } = {},
  ): Promise<number> {
    const from = Date.parse(started_at);
    const to = ended_at === null ? Infinity : Math.max(until, Date.parse(ended_at));
    const ranges = members.map(({ id }) => ({ id, from, to }));
    let count = 0;
    for await (const [samples, index] of this.repository.readSamples(ranges, signal)) {
      count += samples.times.length;
      const member = members[index];
      if (member) for (const visitor of visitors) visitor.add(samples, member);
    }
    return count;
  }
}

/** Returns why the figures of an event are not computed; undefined if they are. */
function problemOf(members: readonly EventMember[]): string | undefined {
  const samples = members.reduce((sum, { sample_count: count }) => sum + (count ?? 0), 0);
  if (members.length > maxMembers) return 'This event has more than 10,000 streams.';
  return samples > maxSamples ? tooManySamplesMessage : undefined;
}

/** Divides the time of an event into parts, up to its end, the end of its last stream, or now. */
function divide(
  { started_at, ended_at }: EventWithMarkers,
  members: readonly EventMember[],
  partMs: number,
  now: number,
): GraphParts {
  const from = Date.parse(started_at);
  // A sample at the end of a stream has an interval, as in the graph of the stream.
  const ends = members.map(({ ended_at: end }) => (end === null ? now : Date.parse(end) + halfMillisecond));
  const to = Math.min(ended_at === null ? Infinity : Date.parse(ended_at), now, Math.max(from, ...ends));
  return { from, to, partMs };
}
