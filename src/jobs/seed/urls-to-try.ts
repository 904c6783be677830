import type { Client } from 'pg';
import { Config } from '../../config/config.js';
import { localOrigin } from '../../config/origin.js';
import { isSeeded } from '../../database/platforms/seed-ids.js';
import { seedPaths } from './seed-examples.js';

/** A short list of URLs to try when the service runs, for the operator's data or else for the seed. */
export async function urlsToTry(client: Client, config: Config): Promise<string> {
  const paths = await pathsOfOperator(client);
  if (paths) return listUrls(config, paths);
  const { rowCount } = await client.query('SELECT FROM seed_state');
  if (rowCount) return listUrls(config, seedPaths);
  const hint =
    'The database has no data yet. Run "npm run import -- FOLDER" to import your data, or "npm run db:seed" to load sample data.';
  return `${hint}\n${listUrls(config, ['/v1/leaderboard'])}`;
}

/** Paths of the operator's first streamer on the board or, if none is on the board, of the one with the lowest ID. */
async function pathsOfOperator(client: Client): Promise<string[] | undefined> {
  const { rows } = await client.query<{ name: string; stream_id: string | null; event_id: string | null }>(
    `SELECT CASE WHEN u.login IS NULL OR u.login ~ '^[0-9]+$' THEN u.id::text ELSE u.login END AS name,
      (SELECT s.id::text FROM streams s WHERE s.streamer_id = u.id ORDER BY s.started_at DESC, s.id DESC LIMIT 1) AS stream_id,
      (SELECT e.id::text FROM events e WHERE e.is_public ORDER BY e.started_at DESC, e.id DESC LIMIT 1) AS event_id
    FROM streamers u
    LEFT JOIN board_entries l ON l.streamer_id = u.id
    WHERE NOT (${isSeeded('streamers', 'u.id')})
    ORDER BY l.watchtime_position NULLS LAST, u.id
    LIMIT 1`,
  );
  if (!rows[0]) return undefined;
  const { name, stream_id, event_id } = rows[0];
  const streamerPaths = ['recent-streams?limit=5', 'thirty-day-stats', 'follower-graph', 'partners'];
  return [
    ...streamerPaths.map((operation) => `/v1/streamer/${encodeURIComponent(name)}/${operation}`),
    '/v1/leaderboard?limit=10',
    ...(stream_id === null ? [] : [`/v1/streams/${stream_id}/message-stats`]),
    ...(event_id === null ? [] : [`/v1/events/${event_id}`]),
  ];
}

export function listUrls(config: Config, paths: readonly string[]): string {
  const first = [...(config.pagesEnabled ? ['/'] : []), ...(config.docsEnabled ? ['/docs'] : [])];
  const all = [...first, ...paths, '/v1/status'];
  const origin = localOrigin(config);
  const lines = ['When the service is running, try:', ...all.map((path) => `  ${origin}${path}`)];
  if (config.apiTokens.length > 0) {
    lines.push('The API requires a token: curl --header "Authorization: Bearer TOKEN" URL');
  }
  return lines.join('\n');
}
