import type { Client } from 'pg';
import type { WaitingClock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { tryLock, withOwner } from '../../database/owner-client.js';
import { PrismaService } from '../../database/prisma.service.js';
import { AppLogger } from '../../logging/app-logger.js';
import { repeat } from '../../lifecycle/repeat.js';
import { errorMessage } from '../../logging/error-message.js';
import { Outbox } from './outbox.js';
import { Resolve } from './sending/allowed-address.js';
import { BodyBuilder } from './sending/body-builder.js';
import { Sender } from './sending/sender.js';
import { SenderState } from './sending/sender-state.js';
import { StoredTargets } from './store-targets.js';
import { TargetFile } from './target-file.js';

/** The advisory lock of the process that sends the webhooks of a database. */
const senderLock = 7_204_061_015;

const sendEveryMs = 500;

/** Times between sessions without a result: most lost connections can be opened again at once. */
const afterFailuresMs = [0, 500, 1_000, 2_000, 5_000];

export interface KeepSendingOptions {
  readonly databaseUrl: string;
  readonly config: Config;
  readonly file: TargetFile;
  readonly state: SenderState;
  readonly logger: AppLogger;
  readonly signal: AbortSignal;
  /** Replaces the lookup of names in tests. */
  readonly resolve?: Resolve;
  readonly clock?: WaitingClock;
}

/** Sends the messages of webhooks until the signal is aborted. Of several processes on a database, one sends. */
export async function keepSending(options: KeepSendingOptions): Promise<void> {
  const { databaseUrl, config, state, logger, signal, clock } = options;
  const prisma = openReader(config, logger);
  const onError = (error: unknown) => {
    if (!signal.aborted) logger.pino.error({ reason: errorMessage(error) }, 'Failed to send webhooks');
  };
  const send = async () => {
    const { recorded } = state;
    await withOwner(databaseUrl, (client) => sendIfLocked(client, prisma, options), signal).catch(onError);
    return state.recorded > recorded;
  };
  try {
    await repeat(send, { everyMs: 0, afterFailuresMs, signal, clock });
  } finally {
    await prisma.onApplicationShutdown();
  }
}

/** Bodies have the data of the primary server, in which the events are. Nobody waits for a read, so the deadline is long. */
export function openReader(config: Config, logger: AppLogger): PrismaService {
  const settings = { databaseReaderUrl: undefined, databasePoolSize: 2, databaseDeadlineSeconds: 30 };
  return new PrismaService({ ...config, ...settings }, logger);
}

async function sendIfLocked(client: Client, prisma: PrismaService, options: KeepSendingOptions): Promise<void> {
  const { config, file, state, logger, signal, resolve } = options;
  state.isSending = await tryLock(client, senderLock);
  if (!state.isSending) return;
  // After a crash of the server, a message that was sent may be sent again.
  await client.query('SET synchronous_commit = off');
  const log = logger.pino;
  const parts = { client, state, log, resolve, targets: new StoredTargets(file), outbox: new Outbox(file, log) };
  const sender = new Sender({ ...parts, bodies: new BodyBuilder(prisma, config) });
  try {
    await repeat(() => sender.sendDue(), { everyMs: sendEveryMs, signal });
  } finally {
    await sender.stop();
    state.isSending = false;
  }
}
