import pg from 'pg';
import { inTransaction } from '../../../src/database/in-transaction.js';
import { recomputeStreams } from '../../../src/ingest/ingest.js';
import { openSession } from '../../../src/ingest/session.js';
import { refreshLeaderboard } from '../../../src/jobs/refresh/refresh-leaderboard.js';
import { deletingRows } from '../database/test-database.js';

export interface StreamerData {
  id: string;
  login: string | null;
  display_name: string;
  profile_image: string | null;
}

export interface StreamData {
  id: string;
  streamer_id: string;
  started_at: Date;
  ended_at: Date | null;
  title: string | null;
  game_name: string | null;
  tags: string[] | null;
  language: string | null;
  avg_viewers: number | null;
  peak_viewers: number | null;
  live_views: number | null;
  live_views_final: number | null;
  vod_id: string | null;
  watchtime: number | null;
  thumbnail: string | null;
  unique_chatters: number | null;
  updated_at: Date | null;
  /** Of a live stream. */
  observed_at?: Date | null;
}

export interface FollowerPointData {
  streamer_id: string;
  created_at: Date;
  followers: number;
}

export interface MessageStatsData {
  stream_id: string;
  total_messages: number;
  unique_chatters: number;
  deleted_messages: number;
  shared_messages: number | null;
}

export interface PanelData {
  streamer_id: string;
  raw_url: string;
  url: string;
  root_domain: string;
  is_commercial: boolean;
  created_at: Date;
  removed_at: Date | null;
  panel_image: string | null;
}

export interface StreamChangeData {
  stream_id: string;
  created_at: Date;
  title: string | null;
  game_name: string | null;
  tags: string[] | null;
  language?: string | null;
}

export interface ViewerSampleData {
  stream_id: string;
  created_at: Date;
  viewers: number;
}

export interface EventData {
  id: string;
  title: string;
  description: string | null;
  started_at: Date;
  ended_at: Date | null;
  logo_url: string | null;
  user_id: string | null;
  is_public: boolean;
  host_stream_id: string | null;
  avg_viewers: number | null;
  peak_viewers: number | null;
  figures_due: boolean;
}

export interface EventMarkerData {
  id: string;
  event_id: string;
  title: string;
  description: string | null;
  timestamp: Date;
  color: string;
}

export interface ColabSessionData {
  id: string;
  started_at: Date;
  ended_at: Date | null;
}

export interface DataSummaryData {
  kind: string;
  row_count: number;
  newest: Date | null;
}

/** The current time in tests: the middle of a year and of a day. */
export const testNow = new Date('2026-06-15T12:00:00.000Z');

const hourMs = 3_600_000;

/** A number of hours before {@link testNow}. */
export function hoursAgo(hours: number): Date {
  return new Date(testNow.getTime() - hours * hourMs);
}

/** Tables with data of streamers, and their partitions. */
const clearedTables = [
  ...['streamers', 'streams', 'live_streams', 'stream_changes', 'viewer_samples', 'packed_samples', 'follower_points'],
  'subscriber_points',
  ...['message_stats', 'panels', 'events', 'event_streams', 'event_markers', 'colab_sessions', 'colab_session_streams'],
  ...['boards', 'board_entries', 'due_months', 'pruned_months', 'game_entries', 'game_streamers'],
  ...['previous_positions', 'data_summary'],
];

/** Writes valid rows as the owner of a test's database. A test passes only the values that matter to it. */
export class Factories {
  private lastId = 1_000;

  client: pg.Client;

  static async connect(databaseUrl: string): Promise<Factories> {
    const data = new Factories();
    await data.connect(databaseUrl);
    return data;
  }

  async connect(databaseUrl: string): Promise<void> {
    this.client = new pg.Client({ connectionString: databaseUrl, application_name: 'tests' });
    await this.client.connect();
    await this.client.query("SET TIME ZONE 'UTC'");
  }

  end(): Promise<void> {
    return this.client.end();
  }

  async streamer(overrides: Partial<StreamerData> = {}): Promise<StreamerData> {
    const id = overrides.id ?? this.nextId();
    const row = {
      id,
      login: `streamer_${id}`,
      display_name: `Streamer ${id}`,
      profile_image: `https://static.example.net/profiles/${id}.png`,
      ...overrides,
    };
    await this.insert('streamers', [row]);
    return row;
  }

  /** An ended stream of one hour, a day before {@link testNow}. */
  async stream(overrides: Partial<StreamData> & { streamer_id: string }): Promise<StreamData> {
    const [row] = await this.streams([overrides]);
    return row as StreamData;
  }

  async streams(rows: (Partial<StreamData> & { streamer_id: string })[]): Promise<StreamData[]> {
    const full = rows.map((overrides) => this.streamOf(overrides));
    await this.insert(
      'streams',
      full.map((row) => ({ ...row, observed_at: null, end_reason: row.ended_at === null ? null : 'given' })),
    );
    const live = full.filter(({ ended_at }) => ended_at === null);
    await this.insert(
      'live_streams',
      live.map(({ id, game_name, language, observed_at = null }) => ({
        stream_id: id,
        game_name,
        language,
        observed_at,
      })),
    );
    return full;
  }

  async followerPoints(streamerId: string, points: [createdAt: Date, followers: number][]): Promise<void> {
    const rows = points.map(([created_at, followers]) => ({ streamer_id: streamerId, created_at, followers }));
    await this.insert<FollowerPointData>('follower_points', rows);
  }

  async messageStats(overrides: Partial<MessageStatsData> & { stream_id: string }): Promise<MessageStatsData> {
    const row = {
      total_messages: 1_000,
      unique_chatters: 100,
      deleted_messages: 10,
      shared_messages: null,
      ...overrides,
    };
    await this.insert('message_stats', [row]);
    return row;
  }

  /** A commercial panel link that was not removed. */
  async panel(overrides: Partial<PanelData> & { streamer_id: string }): Promise<PanelData> {
    const root_domain = overrides.root_domain ?? `sponsor-${this.nextId()}.com`;
    const row = {
      raw_url: `https://${root_domain}/?utm_source=panel`,
      url: `https://${root_domain}`,
      root_domain,
      is_commercial: true,
      created_at: hoursAgo(100),
      removed_at: null,
      panel_image: `https://static.example.net/panels/${root_domain}.png`,
      ...overrides,
    };
    await this.insert('panels', [row]);
    return row;
  }

  async streamChanges(rows: StreamChangeData[]): Promise<void> {
    await this.insert('stream_changes', rows);
  }

  async watchedChannel(row: { streamer_id: string; watched_since: Date; watched_until?: Date }): Promise<void> {
    await this.insert('watched_channels', [{ platform: 'twitch', external_id: row.streamer_id, ...row }]);
  }

  /** Inserts viewer samples: creates the monthly partitions, and updates the streams as an import does. */
  async viewerSamples(rows: ViewerSampleData[]): Promise<void> {
    const months = new Set(rows.map(({ created_at }) => created_at.toISOString().slice(0, 7)));
    for (const month of months) {
      await this.client.query(`
        CREATE TABLE IF NOT EXISTS viewer_samples_${month.replace('-', '_')} PARTITION OF viewer_samples
        FOR VALUES FROM ('${month}-01T00:00:00Z') TO (TIMESTAMPTZ '${month}-01T00:00:00Z' + interval '1 month')`);
    }
    await this.insert('viewer_samples', rows);
    await inTransaction(this.client, async () => {
      await openSession(this.client);
      await this.client.query(
        'INSERT INTO changed_streams (stream_id, needs_sum) SELECT DISTINCT i.id, TRUE FROM unnest($1::bigint[]) i(id)',
        [rows.map(({ stream_id }) => stream_id)],
      );
      await recomputeStreams(this.client);
    });
  }

  /** A public event of two hours, a day before {@link testNow}, with the given streams. */
  async event(overrides: Partial<EventData> = {}, streamIds: string[] = []): Promise<EventData> {
    const id = overrides.id ?? this.nextId();
    const started_at = overrides.started_at ?? hoursAgo(24);
    const row = {
      id,
      title: `Event ${id}`,
      description: 'What it is about',
      started_at,
      ended_at: new Date(started_at.getTime() + 2 * hourMs),
      logo_url: `https://static.example.net/events/${id}.png`,
      user_id: '42',
      is_public: true,
      host_stream_id: null,
      avg_viewers: 100,
      peak_viewers: 150,
      figures_due: true,
      ...overrides,
    };
    await this.insert('events', [row]);
    await this.insert(
      'event_streams',
      streamIds.map((stream_id) => ({ event_id: id, stream_id })),
    );
    return row;
  }

  async eventMarker(overrides: Partial<EventMarkerData> & { event_id: string }): Promise<EventMarkerData> {
    const id = overrides.id ?? this.nextId();
    const row = {
      id,
      title: `Marker ${id}`,
      description: null,
      timestamp: hoursAgo(23),
      color: '#9147ff',
      ...overrides,
    };
    await this.insert('event_markers', [row]);
    return row;
  }

  /** A session of one hour, a day before {@link testNow}, with these streams. */
  async colabSession(streamIds: string[], overrides: Partial<ColabSessionData> = {}): Promise<ColabSessionData> {
    const row = { id: this.nextId(), started_at: hoursAgo(24), ended_at: hoursAgo(23), ...overrides };
    await this.insert('colab_sessions', [row]);
    await this.insert(
      'colab_session_streams',
      streamIds.map((stream_id) => ({ session_id: row.id, stream_id })),
    );
    return row;
  }

  async dataSummary(rows: DataSummaryData[]): Promise<void> {
    await this.insert(
      'data_summary',
      rows.map((row) => ({ ...row, changed_at: testNow })),
    );
  }

  /** Builds the leaderboard from the rows in the database. */
  async refreshBoard(now = testNow): Promise<void> {
    await refreshLeaderboard(this.client, { now });
  }

  /** Deletes every row, for suites that test the whole data. */
  async clear(): Promise<void> {
    await this.client.query(deletingRows(`t.tablename ~ '^(${clearedTables.join('|')})(_\\d.*)?$'`));
  }

  private streamOf(overrides: Partial<StreamData> & { streamer_id: string }): StreamData {
    const id = overrides.id ?? this.nextId();
    const started_at = overrides.started_at ?? hoursAgo(24);
    return {
      id,
      started_at,
      ended_at: new Date(started_at.getTime() + hourMs),
      title: `Stream ${id}`,
      game_name: 'Chess',
      tags: ['English', 'Chess'],
      language: 'en',
      avg_viewers: 100,
      peak_viewers: 150,
      live_views: 900,
      live_views_final: 1_000,
      vod_id: `7${id}`,
      watchtime: 6_000,
      thumbnail: `https://static.example.net/thumbnails/${id}.jpg`,
      unique_chatters: 50,
      updated_at: new Date(started_at.getTime() + hourMs),
      ...overrides,
    };
  }

  private nextId(): string {
    return String((this.lastId += 1));
  }

  private async insert<Row extends object>(table: string, rows: Row[]): Promise<void> {
    const [first] = rows;
    if (!first) return;
    const columns = Object.keys(first).map(pg.escapeIdentifier).join(', ');
    await this.client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
      [JSON.stringify(rows)],
    );
  }
}
