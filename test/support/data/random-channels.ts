import type { Client } from 'pg';
import { Observation, packPiece, PieceItem } from '../../../src/collect/spool/observation.js';
import { OwnerSession } from '../../../src/collect/owner-session.js';
import { CollectStore } from '../../../src/collect/collect-store.js';
import { ObservedStream } from '../../../src/collect/platforms/platform.js';
import { saveObservation } from '../../../src/collect/spool/save-observation.js';
import { runImport } from '../../../src/ingest/ingest.js';
import { undoImport } from '../../../src/ingest/records/undo-import.js';
import { Input } from '../../../src/ingest/sources/input.js';
import { forgetStreamer } from '../../../src/jobs/forget/forget-streamer.js';
import { packSamples } from '../../../src/jobs/pack/pack-samples.js';
import { pruneSamples } from '../../../src/jobs/prune/prune-samples.js';
import { refreshLeaderboard } from '../../../src/jobs/refresh/refresh-leaderboard.js';
import { BadDataError } from '../../../src/logging/error-message.js';
import { SeededRandom } from '../../../demo/seeded-random.js';
import { inputsOf, pagesInput, Records } from './records.js';

const from = Date.UTC(2026, 2, 2);
const minute = 60_000;
/** The number of an import that is later than any other. */
const knowsAll = 1_000_000;
const iso = (ms: number) => new Date(ms).toISOString();

export type Step = (side: Side) => Promise<unknown>;

/** A database. */
export interface Side {
  url: string;
  session: OwnerSession;
  client: Client;
}

/** Channels that stream, change their names and streams, and are observed in any order. */
export class RandomChannels {
  /** Whether COLLECT_KEEP has removed streams. */
  areRemoved = false;
  private readonly random: SeededRandom;
  private readonly streams = new Map<string, ObservedStream>();
  /** All streams, also those that have ended or that only files have. */
  private readonly begun: ObservedStream[] = [];
  /** The streams to which a file gave an end or another start. */
  private readonly timed = new Set<string>();
  private now = from;
  private newest = 100;
  private imports = 0;
  private late: Observation[] = [];
  /** The imports that can be undone. */
  private readonly recorded: number[] = [];

  constructor(
    seed: number,
    private readonly channels = 12,
  ) {
    this.random = new SeededRandom(seed);
    for (let channel = 1; channel <= channels; channel++) this.begin(String(channel));
  }

  next(): Step {
    this.pass(1);
    const { random } = this;
    if (random.chance(0.2)) return this.load().step;
    if (random.chance(0.15)) return this.run(this.pages([0, 0, 3, 11]));
    if (random.chance(0.15)) return this.undo();
    if (random.chance(0.02)) return this.forget();
    if (random.chance(0.05)) return this.keep();
    if (random.chance(0.1)) return this.prune();
    if (random.chance(0.1)) return this.pack();
    if (random.chance(0.15)) return this.save(this.observeChannels());
    if (this.late.length > 0 && random.chance(0.3)) return this.save(this.late.pop() as Observation);
    const sweep = this.sweep();
    // An observation of another collector, which may be stored later.
    if (random.chance(0.2)) this.late.push(random.chance(0.5) ? sweep : this.sweep());
    return this.save(sweep);
  }

  /**
   * A step with complete observations, at least ten minutes apart and never late: the order of imports then has no
   * consequences. `isBeside` leaves out steps whose result can depend on a file that is undone later, and `canPrune`
   * includes the removal of samples.
   */
  nextPunctual(isBeside = false, canPrune = true): Step {
    this.pass(10);
    const { random } = this;
    if (random.chance(0.25)) return this.load().step;
    if (random.chance(0.15)) return this.run(this.pages([0]));
    if (random.chance(0.1)) return this.pack();
    if (random.chance(0.1)) return ({ client }) => refreshLeaderboard(client, { now: new Date(this.now) });
    if (canPrune && random.chance(0.1)) return this.prune();
    if (!isBeside && random.chance(0.1)) return this.undo();
    if (!isBeside && random.chance(0.1)) return this.keep();
    if (!isBeside && random.chance(0.1)) return this.save(this.observeChannels());
    return this.save(this.sweep(true));
  }

  /** A complete sweep, which can get a wrong time. */
  nextSweep(wrongByMs = 0): Step {
    this.pass(10);
    const { head, pieces } = this.sweep(true);
    return this.save({ head: { ...head, at: iso(Date.parse(head.at) + wrongByMs) }, pieces });
  }

  get newestAt(): number {
    return this.now;
  }

  private pass(minutes: number): void {
    this.now += this.random.integer(1, 4) * minutes * minute;
    for (let changes = this.random.integer(0, 2); changes > 0; changes--) this.change();
    this.imports += 1;
  }

  private begin(channelId: string): void {
    const id = String((this.newest += 1));
    const name = `Name${channelId}`;
    const stream = {
      ...{ id, user_id: channelId, user_login: name.toLowerCase(), user_name: name },
      ...{ started_at: iso(this.now), viewer_count: 10 },
      ...{ title: 'Title', game_name: 'Chess', tags: ['One'], language: 'en' },
      thumbnail_url: `https://example.com/${channelId}.jpg`,
    };
    this.begun.push(stream);
    // Only files have the other streams.
    if (this.random.chance(0.8)) this.streams.set(channelId, stream);
    else this.streams.delete(channelId);
  }

  private change(): void {
    const { random } = this;
    const channelId = String(random.integer(1, this.channels));
    const stream = this.streams.get(channelId);
    if (!stream || random.chance(0.2)) return this.begin(channelId);
    if (random.chance(0.2)) return void this.streams.delete(channelId);
    const other = random.pick(this.begun);
    const changed = random.pick<Partial<ObservedStream>>([
      { title: `Title ${random.integer(1, 3)}`, language: random.pick(['', 'en', 'other']) },
      { game_name: random.pick(['', 'Chess', 'Go']), tags: random.pick([[], ['One'], ['Two', 'One']]) },
      { user_name: random.pick([`Name${channelId}`, 'Other']) },
      { user_login: random.pick([`name${channelId}`, other.user_login, 'other']) },
      { viewer_count: random.pick([0, 999_999, 1_000_001, 3_000_000]) },
    ]);
    this.streams.set(channelId, { ...stream, ...changed });
  }

  private sweep(isPunctual = false): Observation {
    const { random } = this;
    const live = [...this.streams.values()].filter(() => random.chance(0.93));
    const items = live.map<PieceItem>((stream) => ({
      shape: 'stream',
      item: { ...stream, viewer_count: (stream.viewer_count ?? 0) + random.integer(0, 9) },
    }));
    const isComplete = isPunctual || random.chance(0.7);
    const known = isPunctual || random.chance(0.3) ? knowsAll : Math.max(0, this.imports - random.integer(1, 4));
    // Some observations are at the same moment.
    const at = iso(this.now - (!isPunctual && random.chance(0.15) ? this.now % (5 * minute) : 0));
    return {
      head: { kind: 'sweep', at, knownImport: isComplete ? known : undefined },
      pieces: items.length > 0 ? [packPiece(items)] : [],
    };
  }

  private observeChannels(): Observation {
    const { random } = this;
    const at = iso(this.now - random.integer(-2, 6) * minute);
    const items = [...this.streams.values()].flatMap(({ user_id, user_login, user_name }): PieceItem[] => {
      const login = random.chance(0.8) ? user_login : 'other';
      const item = { id: user_id, login, display_name: user_name, profile_image_url: '' };
      if (random.chance(0.4)) return [{ shape: 'user', item, at }];
      return random.chance(0.3) ? [{ shape: 'followers', item: { total: 5 }, at, broadcasterId: user_id }] : [];
    });
    return { head: { kind: 'facts', at }, pieces: items.length > 0 ? [packPiece(items)] : [] };
  }

  /** After a complete sweep that knew all streams, no stream is live whose last observation is older. */
  private save(observation: Observation): Step {
    const { at, knownImport } = observation.head;
    return async ({ session }) => {
      await session.use((client) => saveObservation(client, 'twitch', observation));
      if (knownImport !== knowsAll) return;
      const older = 'SELECT l.stream_id FROM live_streams l WHERE l.observed_at < $1';
      expect(await session.query(older, [at])).toEqual([]);
    };
  }

  /**
   * A file about a stream, optionally with what a sweep could observe, and whether it can change the time of a stream that is
   * stored.
   */
  load(hasObserved = true): { step: Step; isTimed: boolean } {
    const { random } = this;
    const stream = random.pick(random.chance(0.5) && this.streams.size > 0 ? [...this.streams.values()] : this.begun);
    const { id, user_id: channelId, started_at: start } = stream;
    const at = iso(this.now + random.integer(-5, 5) * minute);
    const names = random.pick([
      { id: channelId, login: stream.user_login, display_name: stream.user_name },
      { id: channelId, login: `name${channelId}`, display_name: 'File' },
    ]);
    const { title, game_name, tags, language, thumbnail_url: thumbnail } = stream;
    const described = random.chance(0.5) ? { title: 'From a file' } : { title, game_name, tags, language, thumbnail };
    const record = { id, streamer_id: channelId, started_at: start, ...described, live_views: random.integer(0, 9) };
    const event = { id: `${this.imports}`, title: 'Cup', started_at: start, is_public: true };
    const sample = { stream_id: id, created_at: at, viewers: 50 };
    const change = { stream_id: id, created_at: at, title: 'Changed', game_name: null, tags: [] };
    const observed = [
      { streams: [record], viewer_samples: [sample] },
      { viewer_samples: [{ ...sample, viewers: 60 }] },
      { streams: [record], stream_changes: [change] },
    ];
    // The other files take a given end back.
    const records = random.pick<Records>([
      {},
      { streams: [record] },
      { streams: [{ ...record, ended_at: at < start ? start : at }] },
      { streams: [{ ...record, started_at: iso(Date.parse(start) - random.integer(0, 90) * minute) }] },
      ...(hasObserved ? observed : []),
      { events: [event], event_streams: [{ event_id: event.id, stream_id: id }] },
    ]);
    const [stored] = (records.streams ?? []) as { started_at: string; ended_at?: string }[];
    if (stored?.ended_at !== undefined || (stored && stored.started_at !== start)) this.timed.add(id);
    const streamers = random.chance(0.5) ? { streamers: [names] } : {};
    return { step: this.run(inputsOf({ ...streamers, ...records })), isTimed: this.timed.has(id) };
  }

  /** Pages of Helix; some are late, by minutes. */
  private pages(delays: readonly number[]): Input[] {
    const { random } = this;
    const pages = Array.from({ length: random.integer(1, 2) }, () => {
      const at = this.now - random.pick(delays) * minute;
      const live = [...this.streams.values()].filter(
        ({ started_at }) => Date.parse(started_at) <= at && random.chance(0.5),
      );
      const data = live.map((stream) => ({ ...stream, viewer_count: random.integer(0, 9) }));
      return { at: iso(at), data, pagination: {} };
    });
    return [pagesInput(pages, new Date(this.now))];
  }

  private run(inputs: Input[]): Step {
    const at = new Date(this.now);
    return async ({ client }) => {
      const { id } = await runImport(client, inputs, { at, skipInvalid: true });
      if (!this.recorded.includes(id)) this.recorded.push(id);
      return id;
    };
  }

  private undo(): Step {
    const { random, recorded } = this;
    const id = random.chance(0.5) ? (recorded.at(-1) ?? 0) : random.pick([0, ...recorded]);
    return ({ client }) => unlessRefused(undoImport(client, id));
  }

  private forget(): Step {
    const channelId = String(this.random.integer(1, this.channels));
    return ({ client }) => unlessRefused(forgetStreamer(client, channelId));
  }

  /** As COLLECT_KEEP does. */
  private keep(): Step {
    const before = new Date(this.now - 30 * minute);
    this.areRemoved = true;
    return async ({ url }) => {
      const store = new CollectStore(url, 'twitch');
      await store.prune(before).finally(() => store.end());
    };
  }

  private pack(): Step {
    const before = new Date(this.now - 5 * minute);
    return ({ client }) => packSamples(client, { before });
  }

  private prune(): Step {
    const before = new Date(this.now - 20 * minute);
    return ({ client }) => pruneSamples(client, before);
  }
}

/** Some steps are refused. */
export async function unlessRefused(done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!(error instanceof BadDataError)) throw error;
  });
}
