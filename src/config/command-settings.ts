import pg from 'pg';
import { Config, defaultLeaderboardMonths, defaultSamplePartitions } from './config.js';

type CommandSettings = Pick<Config, 'samplePartitions' | 'leaderboardMonths'>;

/** Adds the name of a command and its settings to a database URL. */
export function commandUrl(given: string, command: string, settings: CommandSettings): string {
  const url = new URL(given);
  const { searchParams } = url;
  if (!searchParams.has('application_name')) searchParams.set('application_name', `streaming-analytics ${command}`);
  searchParams.set('analytics.sample_partitions', settings.samplePartitions);
  searchParams.set('analytics.leaderboard_months', String(settings.leaderboardMonths));
  return url.href;
}

/** SQL that applies the settings in a URL to a session. A pooler may reject settings in the parameter `options`. */
export function urlSettingsSql(url: string): string[] {
  const settings = [...new URL(url).searchParams].filter(([name]) => name.startsWith('analytics.'));
  return settings.map((setting) => `SELECT set_config(${setting.map(pg.escapeLiteral).join(', ')}, FALSE)`);
}

/** Reads the settings of a session, for functions that only have the session. A session without them has the defaults. */
export async function readCommandSettings(client: pg.ClientBase): Promise<CommandSettings> {
  const { rows } = await client.query<Partial<CommandSettings>>(`
    SELECT NULLIF(current_setting('analytics.sample_partitions', TRUE), '') AS "samplePartitions",
      NULLIF(current_setting('analytics.leaderboard_months', TRUE), '')::integer AS "leaderboardMonths"`);
  const { samplePartitions, leaderboardMonths } = rows[0] ?? {};
  return {
    samplePartitions: samplePartitions ?? defaultSamplePartitions,
    leaderboardMonths: leaderboardMonths ?? defaultLeaderboardMonths,
  };
}
