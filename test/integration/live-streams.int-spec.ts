import { Client } from 'pg';
import { Observation, packPiece, PieceItem } from '../../src/collect/spool/observation.js';
import { OwnerSession } from '../../src/collect/owner-session.js';
import { CollectStore } from '../../src/collect/collect-store.js';
import { LiveStream } from '../../src/collect/platforms/platform.js';
import { saveObservation } from '../../src/collect/spool/save-observation.js';
import { Importer } from '../../src/ingest/ingest.js';
import { UndoError, undoImport } from '../../src/ingest/records/undo-import.js';
import { Input } from '../../src/ingest/sources/input.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { packSamples } from '../../src/jobs/pack/pack-samples.js';
import { pruneSamples } from '../../src/jobs/prune/prune-samples.js';
import { BadDataError } from '../../src/logging/error-message.js';
import { expectDecided } from '../support/decided-again.js';
import { inputsOf, pagesInput, Records } from '../support/records.js';
import { RandomNumbers } from '../support/random-numbers.js';
import { databaseWhileTesting } from '../support/test-database.js';

const firstSeed = Number(process.env.LIVE_SEED ?? Date.now() % 1_000_000);
const seeds = Array.from({ length: Number(process.env.LIVE_SEEDS ?? 1) }, (_, index) => firstSeed + index);
const stepsOfSeed = Number(process.env.LIVE_STEPS ?? 40);
const from = Date.UTC(2026, 2, 2);
const minute = 60_000;

const database = databaseWhileTesting();

type Step = (side: Side) => Promise<unknown>;

interface Side {
  session: OwnerSession;
  client: Client;
}

/** Channels that stream, change their names and streams, and are observed in any order. */
class Channels {
  /** Whether COLLECT_KEEP has removed streams. */
  areRemoved = false;
  private readonly random: RandomNumbers;
  private readonly streams = new Map<string, LiveStream>();
  private now = from;
  private newest = 100;
  private imports = 0;
  private late: Observation[] = [];
  /** The imports that can be undone. */
  private readonly recorded: number[] = [];

  constructor(seed: number) {
    this.random = new RandomNumbers(seed);
    for (let channel = 1; channel <= 12; channel++) this.begin(String(channel));
  }

  next(): Step {
    this.now += this.random.integer(1, 4) * minute;
    for (let changes = this.random.integer(0, 2); changes > 0; changes--) this.change();
    this.imports += 1;
    const { random } = this;
    if (random.chance(0.2)) return this.load();
    if (random.chance(0.15)) return this.run(this.pages());
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

  private begin(channelId: string): void {
    const id = String((this.newest += 1));
    const name = `Name${channelId}`;
    this.streams.set(channelId, {
      ...{ id, user_id: channelId, user_login: name.toLowerCase(), user_name: name },
      ...{ started_at: new Date(this.now).toISOString(), viewer_count: 10 },
      ...{ title: 'Title', game_name: 'Chess', tags: ['One'], language: 'en' },
      thumbnail_url: `https://example.com/${channelId}.jpg`,
    });
  }

  private change(): void {
    const { random } = this;
    const channelId = String(random.integer(1, 12));
    const stream = this.streams.get(channelId);
    if (!stream || random.chance(0.2)) return this.begin(channelId);
    if (random.chance(0.2)) return void this.streams.delete(channelId);
    const other = random.pick([...this.streams.values()]);
    const changed = random.pick<Partial<LiveStream>>([
      { title: `Title ${random.integer(1, 3)}`, language: random.pick(['', 'en', 'other']) },
      { game_name: random.pick(['', 'Chess', 'Go']), tags: random.pick([[], ['One'], ['Two', 'One']]) },
      { user_name: random.pick([`Name${channelId}`, 'Other']) },
      { user_login: random.pick([`name${channelId}`, other.user_login, 'other']) },
      { viewer_count: random.pick([0, 999_999, 1_000_001, 3_000_000]) },
    ]);
    this.streams.set(channelId, { ...stream, ...changed });
  }

  private sweep(): Observation {
    const { random } = this;
    const live = [...this.streams.values()].filter(() => random.chance(0.93));
    const items = live.map<PieceItem>((stream) => ({
      shape: 'stream',
      item: { ...stream, viewer_count: stream.viewer_count + random.integer(0, 9) },
    }));
    const isComplete = random.chance(0.7);
    const known = Math.max(0, this.imports - random.integer(1, 4));
    // Some observations are at the same moment.
    const at = new Date(this.now - (random.chance(0.15) ? this.now % (5 * minute) : 0)).toISOString();
    return {
      head: { kind: 'sweep', at, knownImport: isComplete ? known : undefined },
      pieces: items.length > 0 ? [packPiece(items)] : [],
    };
  }

  private observeChannels(): Observation {
    const { random } = this;
    const at = new Date(this.now - random.integer(-2, 6) * minute).toISOString();
    const items = [...this.streams.values()].flatMap(({ user_id, user_login, user_name }): PieceItem[] => {
      const login = random.chance(0.8) ? user_login : 'other';
      const item = { id: user_id, login, display_name: user_name, profile_image_url: '' };
      if (random.chance(0.4)) return [{ shape: 'user', item, at }];
      return random.chance(0.3) ? [{ shape: 'followers', item: { total: 5 }, at, broadcasterId: user_id }] : [];
    });
    return { head: { kind: 'facts', at }, pieces: items.length > 0 ? [packPiece(items)] : [] };
  }

  private save(observation: Observation): Step {
    return ({ session }) => saveObservation(session, 'twitch', observation);
  }

  /** A file about a live stream. */
  private load(): Step {
    const { random } = this;
    const { id, user_id: channelId, started_at: startedAt } = random.pick([...this.streams.values()]);
    const at = new Date(this.now + random.integer(-5, 5) * minute).toISOString();
    const streamers = [
      { id: channelId, login: `name${channelId}`, display_name: random.pick([`Name${channelId}`, 'File']) },
    ];
    const streams = [{ id, streamer_id: channelId, started_at: startedAt, title: 'From a file' }];
    // The other files take this end back.
    const ended = streams.map((stream) => ({ ...stream, ended_at: at < startedAt ? startedAt : at }));
    const records = random.pick<Records>([
      { streamers },
      { streamers, streams },
      { streamers, streams: ended },
      { streamers, streams, viewer_samples: [{ stream_id: id, created_at: at, viewers: 50 }] },
      {
        streamers,
        streams,
        stream_changes: [{ stream_id: id, created_at: at, title: 'Changed', game_name: null, tags: [] }],
      },
    ]);
    return this.run(inputsOf(records));
  }

  /** Pages of Helix; some are late. */
  private pages(): Input[] {
    const { random } = this;
    const pages = Array.from({ length: random.integer(1, 2) }, () => {
      const at = this.now - random.pick([0, 0, 3, 11]) * minute;
      const live = [...this.streams.values()].filter(
        ({ started_at }) => Date.parse(started_at) <= at && random.chance(0.5),
      );
      const data = live.map((stream) => ({ ...stream, viewer_count: random.integer(0, 9) }));
      return { at: new Date(at).toISOString(), data, pagination: {} };
    });
    return [pagesInput(pages, new Date(this.now))];
  }

  private run(inputs: Input[]): Step {
    return async ({ client }) => {
      const { id } = await new Importer(client).run(inputs, { at: new Date(this.now), skipInvalid: true });
      this.recorded.push(id);
    };
  }

  private undo(): Step {
    const { random, recorded } = this;
    const id = random.chance(0.5) ? (recorded.at(-1) ?? 0) : random.pick([0, ...recorded]);
    return ({ client }) => unless(UndoError, undoImport(client, id));
  }

  private forget(): Step {
    const channelId = String(this.random.integer(1, 12));
    return ({ client }) => unless(BadDataError, forgetStreamer(client, channelId));
  }

  /** As COLLECT_KEEP does. */
  private keep(): Step {
    const before = new Date(this.now - 30 * minute);
    this.areRemoved = true;
    return () => new CollectStore(database.url, 'twitch').prune(before);
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
async function unless(refusal: typeof UndoError | typeof BadDataError, done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    if (!(error instanceof refusal)) throw error;
  });
}

/** The kinds whose number of rows in the status is wrong. */
const wrongCounts = ['streamers', 'streams', 'stream_changes', 'all_viewer_samples', 'follower_points']
  .map((table) => {
    const kind = table.replace('all_', '');
    return `
      SELECT '${kind}' AS kind, n.count
      FROM (SELECT count(*) AS count FROM ${table}) n
      WHERE n.count <> COALESCE((SELECT d.row_count FROM data_summary d WHERE d.kind = '${kind}'), 0)`;
  })
  .join(' UNION ALL ');

it.each(seeds)(
  'has the sums of all samples, and a row for each live stream, for any imports, undos and removals in any order: seed %i',
  async (seed) => {
    const channels = new Channels(seed);
    const session = new OwnerSession(database.url);
    const { client } = database;
    try {
      for (let step = 0; step < stepsOfSeed; step++) {
        await channels.next()({ session, client });
        await expectDecided(client, channels.areRemoved);
        expect((await client.query(wrongCounts)).rows).toEqual([]);
      }
    } finally {
      session.end();
    }
  },
);
