import type { Client } from 'pg';
import { WebhookTarget } from '../../config/webhook-targets.js';
import { TargetFile } from './target-file.js';
import { deleteOtherNames, resolveNames } from './target-names.js';

/** Stores the targets of a file when the file changes, inside transactions of the callers. */
export class StoredTargets {
  private confirmed: readonly WebhookTarget[] | undefined;

  constructor(private readonly file: TargetFile) {}

  /** Stores the targets if necessary, and returns them; undefined if the file was never valid. */
  async update(client: Client): Promise<readonly WebhookTarget[] | undefined> {
    const targets = this.file.read();
    if (targets === undefined || targets === this.confirmed) return targets;
    // The transaction that stores them may be rolled back.
    if (await areStored(client, targets)) this.confirmed = targets;
    else await storeTargets(client, targets);
    return targets;
  }
}

async function areStored(client: Client, targets: readonly WebhookTarget[]): Promise<boolean> {
  const { rows } = await client.query<{ name: string; digest: string }>(
    'SELECT t.name, t.digest FROM webhook_targets t',
  );
  const digests = new Map(rows.map(({ name, digest }) => [name, digest]));
  return digests.size === targets.length && targets.every(({ name, digest }) => digests.get(name) === digest);
}

/** Removes other targets with their deliveries, and names of removed targets. A changed entry is neither off nor paused. */
export async function storeTargets(client: Client, targets: readonly WebhookTarget[]): Promise<void> {
  const rows = targets.map(({ name, kinds, streamers: channels, changes, digest }) => ({
    ...{ name, kinds, channels, changes, digest },
  }));
  await client.query(mergeTargetsSql, [JSON.stringify(rows)]);
  await deleteOtherNames(client);
  await resolveNames(client);
}

const mergeTargetsSql = `
  WITH given AS MATERIALIZED (
    SELECT g.* FROM jsonb_to_recordset($1::jsonb) g(name text, kinds text[], channels text[], changes text[], digest text)
  ), removed AS (
    DELETE FROM webhook_targets t WHERE NOT EXISTS (SELECT FROM given g WHERE g.name = t.name)
  )
  INSERT INTO webhook_targets AS t (name, kinds, channels, changes, digest)
  SELECT g.name, g.kinds, g.channels, g.changes, g.digest FROM given g
  ON CONFLICT (name) DO UPDATE
  SET kinds = excluded.kinds, channels = excluded.channels, changes = excluded.changes, digest = excluded.digest,
    is_off = FALSE, paused_until = NULL, pauses_in_row = 0
  WHERE t.digest <> excluded.digest`;
