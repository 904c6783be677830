import pg from 'pg';
import { refreshLeaderboard } from '../../src/cli/refresh/refresh-leaderboard.js';

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
  avg_viewers: number | null;
  peak_viewers: number | null;
  live_views: number | null;
  live_views_final: number | null;
  vod_id: string | null;
  watchtime: number | null;
  thumbnail: string | null;
  unique_chatters: number | null;
  updated_at: Date | null;
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

export interface DataSummaryData {
  kind: string;
  row_count: number;
  newest: Date | null;
}

/** A moment that tests take for now, in the middle of a year and of a day. */
export const testNow = new Date('2026-06-15T12:00:00.000Z');

const hourMs = 3_600_000;

/** A moment some hours before {@link testNow}. */
export function hoursAgo(hours: number): Date {
  return new Date(testNow.getTime() - hours * hourMs);
}

/** Writes rows as the owner of a test's database: valid ones, of which a test names only what it is about. */
export class Factories {
  private lastId = 1_000;

  private constructor(readonly client: pg.Client) {}

  static async connect(databaseUrl: string): Promise<Factories> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tests' });
    await client.connect();
    await client.query("SET TIME ZONE 'UTC'");
    return new Factories(client);
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
    await this.insert('streams', full);
    return full;
  }

  async followerPoints(streamerId: string, points: [createdAt: Date, followers: number][]): Promise<void> {
    const rows = points.map(([created_at, followers]) => ({ streamer_id: streamerId, created_at, followers }));
    await this.insert<FollowerPointData>('follower_points', rows);
  }

  async messageStats(overrides: Partial<MessageStatsData> & { stream_id: string }): Promise<MessageStatsData> {
    const row = { total_messages: 1_000, unique_chatters: 100, deleted_messages: 10, ...overrides };
    await this.insert('message_stats', [row]);
    return row;
  }

  /** A commercial link that is still on the panels. */
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

  async dataSummary(rows: DataSummaryData[]): Promise<void> {
    await this.insert(
      'data_summary',
      rows.map((row) => ({ ...row, changed_at: testNow })),
    );
  }

  /** Builds the leaderboard from what there is. */
  async refreshBoard(now = testNow): Promise<void> {
    await refreshLeaderboard(this.client, now);
  }

  /** Deletes every row, for suites whose questions are about all there is. */
  async clear(): Promise<void> {
    await this.client.query(
      'TRUNCATE streamers, streams, follower_points, message_stats, panels, leaderboard_boards, leaderboard_entries, data_summary',
    );
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
