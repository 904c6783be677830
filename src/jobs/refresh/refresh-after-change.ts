import type { Client } from 'pg';
import { runAsOwner } from '../../database/owner-client.js';
import { CommandRun } from '../../lifecycle/command-run.js';
import { errorMessage } from '../../logging/error-message.js';
import { openOutbox } from '../webhooks/outbox.js';
import { describeRefresh, refreshLeaderboard } from './refresh-leaderboard.js';

/** The data has changed, but the leaderboard does not show it yet. */
export class NotRefreshedError extends Error {}

/**
 * Refreshes the leaderboard after a command has changed data. `done` describes the change, such as "The data was imported".
 * Throws a NotRefreshedError if the refresh fails for any reason.
 */
export async function refreshAfterChange(run: CommandRun, done: string, isInBackground = false): Promise<void> {
  const words = `${done}, but the refresh did not finish. Run npm run leaderboard:refresh.`;
  const refresh = async (client: Client) => {
    const result = await refreshLeaderboard(client, { log: run.error, isInBackground, outbox: openOutbox(run) });
    for (const line of describeRefresh(result)) run.log(line);
  };
  try {
    await runAsOwner(run, words, refresh);
  } catch (error) {
    throw new NotRefreshedError(`${errorMessage(error)}\n${words}`, { cause: error });
  }
}
