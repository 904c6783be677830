import { BadRequestException, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { Turns } from '../../database/reads/turns.js';
import { halfMillisecond } from '../../figures/samples/holds.js';
import { countParts, GraphParts, KnownParts, measureParts } from '../../figures/samples/known-parts.js';
import { Signal, StreamSamples } from '../../figures/samples/stream-samples.js';
import { overloadMessage } from '../../http/errors/error-reply.js';
import { truncateList } from '../../http/lists/truncate-list.js';
import { Caller, currentCaller } from '../../response-cache/caller.js';
import { Clients } from '../../http/request/clients.js';
import { ResponseCache } from '../../response-cache/response-cache.js';
import { adviceAgainst, GraphGranularity, granularitySeconds } from '../../streams/viewers/graph-range.js';
import { maxGraphPoints } from '../../streams/viewers/stream-viewers.service.js';
import { EventDetail } from '../dto/event-detail.response.js';
import { EventMember, EventsRepository } from '../events.repository.js';
import { EventsService } from '../events.service.js';
import { EventFigures } from './event-figures.js';
import { EventGraph } from './event-graph.js';
import { EventSpan, eventSpan, largestStreams, partsOf } from './event-span.js';
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

/** What one walk over the samples of an event gives. */
export interface KnownEvent {
  /** Why there are no figures. Undefined if there are. */
  problem?: string;
  segments: EventSegment[];
  streams: EventMemberFigures[];
  /** The viewers of the largest streams, largest first, in the parts of the span. */
  layers: ({ id: string } & KnownParts)[];
  span: EventSpan;
  points: EventPoint[];
  /** Why there is no graph. Undefined if there is one. */
  advice?: string;
}

/** Walks at once for events of any size, and for small events. */
const maxWalks = 2;
/** A small event has at most this many samples, or fewer with many streams. */
const fewSamples = 50_000;
/** Reading a stream takes about as long as this many samples. */
const samplesOfStream = 100;

/**
 * Computes figures of events from the samples of their streams. One walk, which reads each stream once, gives the figures of all
 * forms, and is kept like a response. A client has one walk at a time, and large events leave places to small ones.
 */
@Injectable()
export class EventFiguresService {
  private readonly turns = new Turns();
  private readonly large = new ConcurrencyLimit(maxWalks);
  private readonly small = new ConcurrencyLimit(maxWalks);

  constructor(
    private readonly events: EventsService,
    private readonly repository: EventsRepository,
    private readonly cache: ResponseCache,
    private readonly clients: Clients,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the viewers in the intervals of an event in which a stream is live, oldest first. Throws a BadRequestException that
   * names a granularity that fits if there could be more than 3,000 points.
   */
  async listGraph(id: string, granularity: GraphGranularity): Promise<EventPoint[]> {
    const { problem, advice, points } = await this.find(await this.events.findWithMarkers(id), granularity);
    throwIfAny(problem ?? advice);
    return points;
  }

  /** Returns the segments between the markers of an event. */
  async listSegments(id: string): Promise<EventSegment[]> {
    const { problem, segments } = await this.find(await this.events.findWithMarkers(id));
    throwIfAny(problem);
    return truncateList(segments);
  }

  /** Returns the streams of an event, by start, with their figures within it. */
  async listStreams(id: string): Promise<EventMemberFigures[]> {
    const { problem, streams } = await this.find(await this.events.findWithMarkers(id));
    throwIfAny(problem);
    return truncateList(streams);
  }

  /** Returns the figures of an event and a graph, which has the granularity of its page by default. */
  async find(
    event: EventWithMarkers,
    granularity = eventSpan(event, this.clock.now()).granularity,
  ): Promise<KnownEvent> {
    const load = () => this.computeInTurn(event.id, granularity);
    const { stored } = await this.cache.getOrLoad<KnownEvent>(['event-walk', event.id, granularity], load);
    return JSON.parse(stored.identity.body.toString()) as KnownEvent;
  }

  private computeInTurn(id: string, granularity: GraphGranularity): Promise<KnownEvent> {
    const caller = currentCaller();
    // The walks have their own limits.
    caller?.leaveLimit?.();
    const signal = { throwIfAborted: () => throwIfGone(caller) };
    return this.turns.run(caller?.request ? this.clients.nameFor(caller.request) : '', async () => {
      signal.throwIfAborted();
      const event = await this.events.findEvent(id);
      const members = await this.repository.listMembers(BigInt(id), maxMembers + 1);
      const samples = countSamples(members);
      const isSmall = problemOf(members) === undefined && samples + samplesOfStream * members.length <= fewSamples;
      return (isSmall ? this.small : this.large).run(() => this.compute(event, members, granularity, signal));
    });
  }

  /**
   * Computes the figures of an event. If the event has too many samples, only the largest streams are read, and the figures are
   * unknown.
   */
  private async compute(
    event: EventDetail,
    members: readonly EventMember[],
    granularity: GraphGranularity,
    signal: Signal,
  ): Promise<KnownEvent> {
    const now = this.clock.now().getTime();
    const span = eventSpan(event, new Date(now));
    const partsOfGraph = (name: GraphGranularity) => divide(event, members, 1_000 * granularitySeconds[name], now);
    const fits = (name: GraphGranularity) => countParts(partsOfGraph(name)) <= maxGraphPoints;
    const problem = problemOf(members);
    const advice = fits(granularity) ? undefined : adviceAgainst(granularity, 'event', fits);
    // Nothing else needs this granularity.
    if (granularity !== span.granularity) throwIfAny(problem ?? advice);
    const largest = largestStreams(event.streams).map(({ id }) => id);
    const layers = new Map<string, KnownParts>();
    const addLayer = (samples: StreamSamples, { id }: EventMember) => {
      // A live stream is on at the present moment.
      if (largest.includes(id)) layers.set(id, measureParts(samples, partsOf(span), now + 1));
    };
    const figures = new EventFigures(event, event.markers);
    const graph = advice === undefined ? new EventGraph(partsOfGraph(granularity), now) : undefined;
    const visitors = [...(problem === undefined ? [figures] : []), ...(graph ? [graph] : [])];
    const read = problem === undefined ? members : members.filter(({ id }) => largest.includes(id));
    await this.walk(event, read, [...visitors, { add: addLayer }], { until: partsOf(span).to, signal });
    return {
      ...{ problem, advice, span, points: graph?.points() ?? [], ...figures.finish(now) },
      layers: largest.flatMap((id) => (layers.has(id) ? { id, ...layers.get(id)! } : [])),
    };
  }

  /**
   * Reads each stream once, by start, with the samples of the time of the event and up to `until`, and adds it to all
   * visitors. Throws the reason of the signal between two streams if it is aborted.
   */
  private async walk(
    { started_at, ended_at }: EventWithMarkers,
    members: readonly EventMember[],
    visitors: readonly EventVisitor[],
    { until, signal }: { until: number; signal: Signal },
  ): Promise<void> {
    const from = Date.parse(started_at);
    const to = ended_at === null ? Infinity : Math.max(until, Date.parse(ended_at));
    const ranges = members.map(({ id }) => ({ id, from, to }));
    for await (const [samples, index] of this.repository.readSamples(ranges, signal)) {
      const member = members[index];
      if (member) for (const visitor of visitors) visitor.add(samples, member);
    }
  }
}

function throwIfAny(problem: string | undefined): void {
  if (problem !== undefined) throw new BadRequestException(problem);
}

/** Nobody sees the error, except a client that comes at the same moment. */
function throwIfGone(caller: Caller | undefined): void {
  if (caller?.isGone()) throw new ServiceUnavailableException(overloadMessage);
}

function countSamples(members: readonly EventMember[]): number {
  return members.reduce((sum, { sample_count: count }) => sum + (count ?? 0), 0);
}

/** Returns why the figures of an event are not computed; undefined if they are. */
function problemOf(members: readonly EventMember[]): string | undefined {
  if (members.length > maxMembers) return 'This event has more than 10,000 streams.';
  return countSamples(members) > maxSamples ? tooManySamplesMessage : undefined;
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
