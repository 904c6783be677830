import type { Client } from 'pg';
import { runAsOwner } from '../../database/owner-client.js';
import { errorMessage } from '../../logging/error-message.js';
import { describeRefresh, refreshLeaderboard } from './refresh-leaderboard.js';

/** The data has changed, but the leaderboard does not show it yet. */
export class NotRefreshedError extends Error {}

/**
 * Refreshes the leaderboard after a command has changed data. `done` describes the change, such as "The data was imported".
 * Throws a NotRefreshedError if the refresh fails for any reason.
 */
export async function refreshAfterChange(databaseUrl: string, done: string, isInBackground = false): Promise<void> {
  const words = `${done}, but the refresh did not finish. Run npm run leaderboard:refresh.`;
  const refresh = async (client: Client) => {
    const result = await refreshLeaderboard(client, { log: console.error, isInBackground });
    for (const line of describeRefresh(result)) console.log(line);
  };
  try {
    await runAsOwner(databaseUrl, words, refresh);
  } catch (error) {
    throw new NotRefreshedError(`${errorMessage(error)}\n${words}`, { cause: error });
  }
}
