import type { Client } from 'pg';
import { WaitingClock } from '../../clock/clock.js';
import { Config } from '../../config/config.js';
import { tryLock, withOwner } from '../../database/owner-client.js';
import { PrismaService } from '../../database/prisma.service.js';
import { AppLogger } from '../../logging/app-logger.js';
import { errorMessage } from '../../logging/error-message.js';
import { repeatEvery } from '../refresh/keep-refreshing.js';
import { Outbox } from './outbox.js';
import { Resolve } from './sending/allowed-address.js';
import { BodyBuilder } from './sending/body-builder.js';
import { Sender } from './sending/sender.js';
import { SenderState } from './sending/sender-state.js';
import { StoredTargets } from './store-targets.js';
import { TargetFile } from './target-file.js';

/** The advisory lock of the process that sends the webhooks of a database. */
const senderLock = 7_204_061_015;

const turnEveryMs = 500;

/** The pauses after short sessions without a result: most lost connections can be opened again at once. */
const pausesMs = [0, 500, 1_000, 2_000];
const longestMs = 5_000;

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
  const { databaseUrl, config, state, logger, signal, clock = new WaitingClock() } = options;
  // Bodies have the data of the primary server, in which the events are.
  const reading = { ...config, databaseReaderUrl: undefined, databasePoolSize: 2 };
  const prisma = new PrismaService(reading, logger);
  const onError = (error: unknown) => {
    if (!signal.aborted) logger.pino.error({ reason: errorMessage(error) }, 'Failed to send webhooks');
  };
  const send = (client: Client) => sendIfLocked(client, prisma, options);
  try {
    for (let inVain = 0; !signal.aborted; inVain += 1) {
      const { recorded } = state;
      const startedAt = clock.monotonicMs();
      await withOwner(databaseUrl, send, signal).catch(onError);
      if (state.recorded > recorded || clock.monotonicMs() - startedAt >= longestMs) inVain = 0;
      await clock.sleep(pausesMs[inVain] ?? longestMs, signal);
    }
  } finally {
    await prisma.onApplicationShutdown();
  }
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
    await repeatEvery(turnEveryMs, signal, () => sender.sendDue());
  } finally {
    await sender.stop();
    state.isSending = false;
  }
}
