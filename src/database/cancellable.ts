import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from './database-client.js';
import { sessionName } from './session-name.js';

/** A cancellation that arrives between two statements has no effect, so it is repeated. */
const repeatMs = 100;

const connectMs = 5_000;

/**
 * Runs an action that uses the session `pid`. When the signal is aborted, the session's statements are canceled until
 * the action ends. Otherwise PostgreSQL would finish the statements and keep their locks until then.
 */
export async function cancellable<Result>(
  url: string,
  pid: number,
  signal: AbortSignal | undefined,
  action: () => Promise<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const ended = new AbortController();
  const cancel = () => void cancelUntil(ended.signal, url, pid);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    return await action();
  } finally {
    ended.abort();
    signal?.removeEventListener('abort', cancel);
  }
}

async function cancelUntil(ended: AbortSignal, url: string, pid: number): Promise<void> {
  while (!ended.aborted) {
    const client = new DatabaseClient({
      connectionString: url,
      application_name: sessionName(),
      connectionTimeoutMillis: connectMs,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      for (; !ended.aborted; await sleep(repeatMs)) await client.query('SELECT pg_cancel_backend($1)', [pid]);
    } catch {
      await sleep(repeatMs);
    } finally {
      await client.end().catch(() => {});
    }
  }
}
