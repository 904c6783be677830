import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { WebhookKind, WebhookTarget } from '../../config/webhook-targets.js';
import { inTransaction } from '../../database/in-transaction.js';
import { withOwner } from '../../database/owner-client.js';
import { findDatabaseTime } from '../../database/reads/database-time.js';
import { CommandRun } from '../../lifecycle/command-run.js';
import { BadDataError } from '../../logging/error-message.js';
import { openReader } from './keep-sending.js';
import { listNewestReports } from './report-events.js';
import { BodyBuilder, writeBody } from './sending/body-builder.js';
import { WebhookEvent } from './sending/delivery-store.js';
import { decideOutcome } from './sending/outcome.js';
import { postMessage } from './sending/post-message.js';
import { storeTargets } from './store-targets.js';
import { listNewestChanges } from './sweep-events.js';
import { requireTargets } from './target-file.js';

/**
 * Sends the newest change and the newest reports that a target wants; without both, a message of the type `test`. Returns the
 * status of each. Throws a BadDataError if the target does not accept one.
 */
export async function testTarget(run: CommandRun, name: string, signal: AbortSignal): Promise<[string, number][]> {
  const targets = requireTargets(run.config().webhooks);
  const target = targets.find((one) => one.name === name);
  if (!target) throw new BadDataError(`No target in the file has the name ${name}.`);
  const bodies = new Map<string, string>(await buildNewest(run, targets, target, signal));
  if (bodies.size === 0) bodies.set('test', testBody(target));
  const statuses: [string, number][] = [];
  for (const [type, body] of bodies) {
    const sending = postMessage(target, { id: randomUUID(), body }, signal);
    const reply = await sending.catch((error: unknown) => error as Error);
    signal.throwIfAborted();
    const state = { form: target.form, attempts: 0, ageMs: 0, pauses: 0 };
    const { result, error } = decideOutcome(reply, state, new Date());
    if (result !== 'delivered' || !('status' in reply))
      throw new BadDataError(`Target ${name} did not accept the message. ${error}`);
    statuses.push([type, reply.status]);
  }
  return statuses;
}

function testBody({ form }: WebhookTarget): string {
  if (form === 'standard') return writeBody('test', new Date(), {});
  return JSON.stringify(form === 'ntfy' ? { title: 'Test' } : { content: 'Test', allowed_mentions: { parse: [] } });
}

/** The targets are stored in a transaction that is rolled back, because another process may have another file. */
async function buildNewest(
  run: CommandRun,
  targets: readonly WebhookTarget[],
  target: WebhookTarget,
  signal: AbortSignal,
): Promise<Map<WebhookKind, string>> {
  const bodies = new Map<WebhookKind, string>();
  if (!target.kinds.some((kind) => kind === 'stream.changed' || kind.startsWith('report.'))) return bodies;
  const list = async (client: Client): Promise<WebhookEvent[]> => {
    await storeTargets(client, targets);
    const changes = target.kinds.includes('stream.changed') ? await listNewestChanges(client, target.name) : [];
    return [...changes, ...(await listNewestReports(client, target, await findDatabaseTime(client)))];
  };
  const rolledBack = (client: Client) =>
    inTransaction(
      client,
      () => list(client),
      () => false,
    );
  const events = await withOwner(run.databaseUrl, rolledBack, signal);
  const prisma = openReader(run.config(), run.logger('warn'));
  try {
    for (const event of events) {
      if (bodies.has(event.kind)) continue;
      const body = await new BodyBuilder(prisma, run.config()).build(event, target);
      if (body !== null) bodies.set(event.kind, body);
    }
  } finally {
    await prisma.onApplicationShutdown();
  }
  return bodies;
}
