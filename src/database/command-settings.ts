import pg from 'pg';
import { commandSettings, CommandSetting } from '../config/command-url.js';
import { defaultLeaderboardMonths, defaultSamplePartitions, PartitionLength } from '../config/config.js';

/** SQL that applies the settings in the URL of a command. A pooler may reject settings in the parameter `options`. */
export function commandSettingsSql(url: string): string[] {
  const { searchParams } = new URL(url);
  return Object.values(commandSettings).flatMap((name) => {
    const value = searchParams.get(name);
    return value === null ? [] : [`SET ${name} = ${pg.escapeLiteral(value)}`];
  });
}

/** The length of new partitions of viewer samples: `SAMPLE_PARTITIONS`. */
export async function readSamplePartitions(client: pg.ClientBase): Promise<PartitionLength> {
  const length = await readSetting(client, 'samplePartitions');
  return (length as PartitionLength | undefined) ?? defaultSamplePartitions;
}

/** The number of calendar months, including the current one, whose boards are kept: `LEADERBOARD_MONTHS`. */
export async function readLeaderboardMonths(client: pg.ClientBase): Promise<number> {
  return Number((await readSetting(client, 'leaderboardMonths')) ?? defaultLeaderboardMonths);
}

/** Returns undefined in a session without the setting. */
async function readSetting(client: pg.ClientBase, variable: CommandSetting): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string | null }>(
    `SELECT NULLIF(current_setting('${commandSettings[variable]}', TRUE), '') AS value`,
  );
  return rows[0]?.value ?? undefined;
}
