import { setImmediate } from 'node:timers/promises';
import { BadRequestException, Injectable } from '@nestjs/common';
import { Clock } from '../../clock/clock.js';
import { ConcurrencyLimit } from '../../database/reads/concurrency-limit.js';
import { halfMillisecond } from '../../figures/samples/holds.js';
import { countParts, GraphParts, KnownParts, measureParts } from '../../figures/samples/known-parts.js';
import { StreamSamples } from '../../figures/samples/stream-samples.js';
import { truncateList } from '../../http/lists/truncate-list.js';
import { ClientTurns, runQueued, throwIfGone } from '../../response-cache/client-turns.js';
import { Clients } from '../../http/request/clients.js';
import { CacheResult } from '../../http/request/request-trace.js';
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

interface FindOptions {
  /** The granularity of the graph. The default is the granularity of the page. */
  granularity?: GraphGranularity;
  /** Throws if the event must not be shown. */
  check?: (event: EventDetail) => void;
}

/** Walks at once for events of any size, and for small events. */
const maxWalks = 2;
/** A small event has at most this many samples, or fewer with many streams. */
const fewSamples = 50_000;
/** Reading a stream takes about as long as this many samples. */
const samplesOfStream = 100;

/**
 * Computes figures of events from the samples of their streams. One walk, which reads each stream once, gives the figures of all
 * forms, and is kept like a response. A client has one walk and one form at a time, and large events leave places to small ones.
 */
@Injectable()
export class EventFiguresService {
  private readonly forms: ClientTurns;
  private readonly walks: ClientTurns;
  private readonly large = new ConcurrencyLimit(maxWalks);
  private readonly small = new ConcurrencyLimit(maxWalks);

  constructor(
    private readonly events: EventsService,
    private readonly repository: EventsRepository,
    private readonly cache: ResponseCache,
    clients: Clients,
    private readonly clock: Clock,
  ) {
    this.forms = new ClientTurns(clients);
    this.walks = new ClientTurns(clients);
  }

  /**
   * Returns the viewers in the intervals of an event in which a stream is live, oldest first. Throws a BadRequestException that
   * names a granularity that fits if there could be more than 3,000 points.
   */
  async listGraph(id: string, granularity: GraphGranularity): Promise<EventPoint[]> {
    const { problem, advice, points } = await this.find(id, { granularity });
    throwIfAny(problem ?? advice);
    return points;
  }

  /** Returns the segments between the markers of an event. */
  async listSegments(id: string): Promise<EventSegment[]> {
    const { problem, segments } = await this.find(id);
    throwIfAny(problem);
    return truncateList(segments);
  }

  /** Returns the streams of an event, by start, with their figures within it. */
  async listStreams(id: string): Promise<EventMemberFigures[]> {
    const { problem, streams } = await this.find(id);
    throwIfAny(problem);
    return truncateList(streams);
  }

  /** Returns an event with its figures and a graph. */
  find(id: string, { granularity, check }: FindOptions = {}): Promise<KnownEvent & { event: EventDetail }> {
    return this.forms.run(async () => {
      const [event, result] = await this.keep<EventDetail>(['event', id], () => this.events.findEvent(id));
      check?.(event);
      const name = granularity ?? eventSpan(event, this.clock.now()).granularity;
      // An earlier event would make the figures older.
      const read = async () => (['hit', 'stale'].includes(result) ? this.events.findEvent(id) : event);
      const [known] = await this.keep<KnownEvent>(['event-walk', id, name], () => this.computeInTurn(read, name));
      await setImmediate();
      return { ...known, event };
    });
  }

  /** Other requests proceed before each part of a form. */
  private async keep<Body>(key: readonly string[], load: () => Promise<Body>): Promise<[Body, CacheResult]> {
    const { stored, result } = await this.cache.getOrLoad<Body>(key, load);
    await setImmediate();
    return [JSON.parse(stored.identity.body.toString()) as Body, result];
  }

  private computeInTurn(read: () => Promise<EventDetail>, granularity: GraphGranularity): Promise<KnownEvent> {
    return this.walks.run(async () => {
      const event = await read();
      const members = await this.repository.listMembers(BigInt(event.id), maxMembers + 1);
      const samples = countSamples(members);
      const isSmall = problemOf(members) === undefined && samples + samplesOfStream * members.length <= fewSamples;
      const places = isSmall ? this.small : this.large;
      return runQueued(
        (start) => places.run(start),
        () => this.compute(event, members, granularity),
      );
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
    await this.walk(event, read, [...visitors, { add: addLayer }], partsOf(span).to);
    return {
      ...{ problem, advice, span, points: graph?.points() ?? [], ...figures.finish(now) },
      layers: largest.flatMap((id) => (layers.has(id) ? { id, ...layers.get(id)! } : [])),
    };
  }

  /**
   * Reads each stream once, by start, with the samples of the time of the event and up to `until`, and adds it to all
   * visitors. Throws between two streams if nobody waits for the figures anymore.
   */
  private async walk(
    { started_at, ended_at }: EventDetail,
    members: readonly EventMember[],
    visitors: readonly EventVisitor[],
    until: number,
  ): Promise<void> {
    const from = Date.parse(started_at);
    const to = ended_at === null ? Infinity : Math.max(until, Date.parse(ended_at));
    const ranges = members.map(({ id }) => ({ id, from, to }));
    for await (const [samples, index] of this.repository.readSamples(ranges, { throwIfAborted: throwIfGone })) {
      const member = members[index];
      if (member) for (const visitor of visitors) visitor.add(samples, member);
    }
  }
}

function throwIfAny(problem: string | undefined): void {
  if (problem !== undefined) throw new BadRequestException(problem);
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
  { started_at, ended_at }: EventDetail,
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
