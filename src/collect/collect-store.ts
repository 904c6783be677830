import type { Client } from 'pg';
import { countNames } from '../config/channel-counts.js';
import { PlatformName, prefixOf, withoutPrefix } from '../config/platforms.js';
import { encodeId } from '../database/platforms/platform-ids.js';
import { ImportSummary } from '../ingest/ingest.js';
import { deleteRecords, findNewest, isForgotten, listObserved, Newest } from '../ingest/observed-streams.js';
import { pruneObserved } from '../jobs/prune/prune-observed.js';
import { Outbox } from '../jobs/webhooks/outbox.js';
import { whileImportsWait } from '../jobs/without-imports.js';
import { OwnerSession } from './owner-session.js';
import { withoutAddresses } from './platforms/client/peer-text.js';
import { Observation } from './spool/observation.js';
import { saveObservation } from './spool/save-observation.js';

const queryLimitMs = 5_000;

/** An observation takes seconds. A connection that is silent for this long is broken. */
const saveLimitMs = 120_000;

export const requestedData = ['profile', ...countNames] as const;
export type RequestedData = (typeof requestedData)[number];

/** The stored data of one platform's collector: its lease, the watched channels, and observations. IDs are as in files. */
export class CollectStore {
  private readonly session: OwnerSession;
  private readonly saving: OwnerSession;

  constructor(
    private readonly databaseUrl: string,
    private readonly platform: PlatformName,
    /** Replaces the database's clock. */
    private readonly now: () => Date | null = () => null,
    private readonly outbox?: Outbox,
  ) {
    this.session = new OwnerSession(databaseUrl, queryLimitMs);
    this.saving = new OwnerSession(databaseUrl, saveLimitMs);
  }

  end(): void {
    this.session.end();
    this.saving.end();
  }

  save(observation: Observation, dryRun = false): Promise<ImportSummary> {
    return this.saving.use((client) =>
      saveObservation(client, this.platform, observation, { dryRun, now: this.now(), outbox: this.outbox }),
    );
  }

  /** Deletes the collected data from before a moment, and returns the numbers of deleted rows. */
  prune(before: Date): Promise<Record<string, number>> {
    return whileImportsWait(this.databaseUrl, (client) => pruneObserved(client, this.platform, before, unwatch));
  }

  /**
   * Takes or renews the lease; returns false while another collector holds it. The time comes from the database, which
   * all collectors share.
   */
  async takeLease(holder: string, ms: number): Promise<boolean> {
    const rows = await this.session.query(
      `INSERT INTO collector_leases AS l (platform, holder, expires_at)
      SELECT $1, $2, t.now + $3::integer * interval '1 millisecond' FROM (SELECT COALESCE($4::timestamptz, clock_timestamp()) AS now) t
      ON CONFLICT (platform) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
      WHERE l.holder = excluded.holder OR l.expires_at <= COALESCE($4::timestamptz, clock_timestamp())
      RETURNING l.platform`,
      [this.platform, holder, ms, this.now()],
    );
    return rows.length === 1;
  }

  async releaseLease(holder: string): Promise<void> {
    await this.session.query('DELETE FROM collector_leases l WHERE l.platform = $1 AND l.holder = $2', [
      this.platform,
      holder,
    ]);
  }

  /** Stores why a sweep failed, without addresses, because the site shows it. A stored complete sweep removes it. */
  async noteFailure(reason: string): Promise<void> {
    await this.session.query(
      `INSERT INTO collector_failures AS f (platform, failed_at, reason)
      VALUES ($1, COALESCE($3::timestamptz, clock_timestamp()), $2)
      ON CONFLICT (platform) DO UPDATE SET failed_at = excluded.failed_at, reason = excluded.reason`,
      [this.platform, withoutAddresses(reason), this.now()],
    );
  }

  findNewest(): Promise<Newest> {
    return this.session.use((client) => findNewest(client, this.platform));
  }

  /** Returns the live streams that were observed, with the IDs of their channels. */
  listLive(): Promise<Map<string, string>> {
    return this.session.use((client) => listObserved(client, this.platform));
  }

  /** Deletes the import records of collectors from before a moment. */
  deleteRecords(before: Date): Promise<void> {
    return this.session.use((client) => deleteRecords(client, before));
  }

  /** Returns the known names with their channels. */
  async listNames(): Promise<Map<string, string>> {
    const rows = await this.session.query<{ name: string; id: string }>(
      'SELECT n.name, $2 || n.external_id AS id FROM watched_names n WHERE n.platform = $1',
      [this.platform, prefixOf(this.platform)],
    );
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /** Stores the channels of names, unless the channel was forgotten. A known name keeps its channel. */
  async saveNames(names: ReadonlyMap<string, string>): Promise<void> {
    await this.session.query(
      `INSERT INTO watched_names (platform, name, external_id)
      SELECT $1, n.name, n.external_id FROM unnest($2::text[], $3::text[], $4::bigint[]) n(name, external_id, id)
      WHERE NOT ${isForgotten('streamers', 'n.id')}
      ON CONFLICT DO NOTHING`,
      [this.platform, [...names.keys()], [...names.values()].map(withoutPrefix), toNumbers([...names.values()])],
    );
  }

  /** Watches exactly these channels from a moment on, except forgotten ones. */
  async watch(channelIds: readonly string[], at: Date): Promise<void> {
    await this.session.query(
      `WITH ended AS (
        UPDATE watched_channels w SET watched_until = $3
        WHERE w.platform = $1 AND w.watched_until IS NULL AND w.external_id <> ALL ($2)
      )
      INSERT INTO watched_channels AS w (platform, external_id, streamer_id, watched_since)
      SELECT $1, i.external_id, i.id, $3 FROM unnest($2::text[], $4::bigint[]) i(external_id, id)
      WHERE NOT ${isForgotten('streamers', 'i.id')}
      ON CONFLICT (platform, external_id) DO UPDATE SET watched_since = excluded.watched_since, watched_until = NULL
      WHERE w.watched_until IS NOT NULL`,
      [this.platform, channelIds.map(withoutPrefix), at, toNumbers(channelIds)],
    );
  }

  async noteRequested(what: RequestedData, channelIds: readonly string[], at: Date): Promise<void> {
    const column = `${what}_at`;
    await this.session.query(
      `UPDATE watched_channels w SET ${column} = greatest(w.${column}, $3)
      WHERE w.platform = $1 AND w.external_id = ANY ($2)`,
      [this.platform, channelIds.map(withoutPrefix), at],
    );
  }

  /**
   * Returns the channels with no earlier request, which are new, or with the last request before a moment, the oldest
   * first. Leaves out forgotten channels. On Kick, leaves out channels without a stored stream, which has the names of a channel.
   */
  async listDue(what: RequestedData, channelIds: readonly string[], before: Date, limit: number) {
    const column = `${what}_at`;
    const isNamed = what === 'subscribers' ? 'AND EXISTS (SELECT FROM streamers s WHERE s.id = w.streamer_id)' : '';
    return this.session.query<{ id: string; isNew: boolean }>(
      `SELECT $5 || w.external_id AS id, w.${column} IS NULL AS "isNew"
      FROM watched_channels w
      WHERE w.platform = $1 AND w.external_id = ANY ($2) AND (w.${column} IS NULL OR w.${column} <= $3)
        AND NOT ${isForgotten('streamers', 'w.streamer_id')} ${isNamed}
      ORDER BY w.${column} NULLS FIRST, w.external_id
      LIMIT $4`,
      [this.platform, channelIds.map(withoutPrefix), before, limit, prefixOf(this.platform)],
    );
  }
}

function toNumbers(ids: readonly string[]): string[] {
  return ids.map((id) => encodeId(id) ?? id);
}

/** Channels of a list stay watched, whether they are live or not. For a whole platform, the channels observed since the moment stay. */
async function unwatch(client: Client, channelIds: readonly string[]): Promise<void> {
  await client.query(
    `DELETE FROM watched_channels t
    WHERE t.streamer_id = ANY ($1)
      AND NOT EXISTS (SELECT FROM watched_names n WHERE n.platform = t.platform AND n.external_id = t.external_id)`,
    [channelIds],
  );
  await client.query('UPDATE watched_channels t SET profile_at = NULL WHERE t.streamer_id = ANY ($1)', [channelIds]);
}
