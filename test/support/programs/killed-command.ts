import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { withOwner } from '../../../src/database/owner-client.js';
import { CliProcess } from './cli-process.js';

/** Kills a command after a delay. Returns after its database sessions have ended, which may be later. */
export async function killAfter(
  databaseUrl: string,
  args: string[],
  env: Record<string, string>,
  ms: number,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  const command = CliProcess.start(databaseUrl, args, __dirname, env);
  await sleep(ms);
  command.process.kill(signal);
  await command.ended;
  await withOwner(databaseUrl, untilAlone);
}

async function untilAlone(client: Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int AS count
      FROM pg_catalog.pg_stat_activity a
      WHERE a.datname = current_database() AND a.pid <> pg_backend_pid() AND a.backend_type = 'client backend'`,
    );
    if (rows[0]?.count === 0) return;
    await sleep(10);
  }
}

/** Duration of a command that is not killed. */
export async function durationOf(databaseUrl: string, args: string[], env: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  await CliProcess.run(databaseUrl, args, env);
  return performance.now() - startedAt;
}
