import { Config } from './config.js';

/** Settings of a command's sessions, by variable. Functions that only know the session read them (`command-settings.ts`). */
export const commandSettings = {
  samplePartitions: 'analytics.sample_partitions',
  leaderboardMonths: 'analytics.leaderboard_months',
} as const;

export type CommandSetting = keyof typeof commandSettings;

/** Adds the name of a command and its settings to a database URL. */
export function commandUrl(given: string, command: string, config: Pick<Config, CommandSetting>): string {
  const url = new URL(given);
  const { searchParams } = url;
  if (!searchParams.has('application_name')) searchParams.set('application_name', `streaming-analytics ${command}`);
  for (const [variable, setting] of Object.entries(commandSettings)) {
    searchParams.set(setting, String(config[variable as CommandSetting]));
  }
  return url.href;
}
