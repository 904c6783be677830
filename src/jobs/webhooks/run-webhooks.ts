import { randomUUID } from 'node:crypto';
import { OperatorAddress, serveOperators } from '../../http/operators/operator-server.js';
import { processMetrics } from '../../http/operators/process-metrics.js';
import { addWebhookMetrics } from '../../http/operators/webhook-metrics.js';
import { CommandRun } from '../../lifecycle/command-run.js';
import { untilStopped } from '../../lifecycle/until-stopped.js';
import { BadDataError } from '../../logging/error-message.js';
import { keepSending } from './keep-sending.js';
import { writeBody } from './sending/body-builder.js';
import { decideOutcome } from './sending/outcome.js';
import { postMessage } from './sending/post-message.js';
import { SenderState } from './sending/sender-state.js';
import { requireTargets, TargetFile } from './target-file.js';

/** Sends webhooks until the process is stopped, and serves metrics on `METRICS_PORT`. */
export async function runWebhooks(run: CommandRun): Promise<void> {
  const config = run.config();
  const { databaseUrl } = run;
  requireTargets(config.webhooks);
  const logger = run.logger(config.logLevel);
  const file = new TargetFile(config.webhooks ?? '', logger.pino);
  const state = new SenderState();
  const metrics = processMetrics();
  addWebhookMetrics(metrics, () => state.figures());
  const { metricsPort: port, host } = config;
  const address: OperatorAddress | undefined =
    port === undefined ? undefined : { variable: 'METRICS_PORT', port, host };
  const server = address && (await serveOperators(address, { metrics }));
  await untilStopped(run, (signal) => keepSending({ databaseUrl, config, file, state, logger, signal }), 0);
  server?.close();
}

/** Sends a message of the type `test` to a target, and returns the status. Throws a BadDataError if the target does not accept it. */
export async function testTarget(run: CommandRun, name: string, signal: AbortSignal): Promise<number> {
  const target = requireTargets(run.config().webhooks).find((one) => one.name === name);
  if (!target) throw new BadDataError(`No target in the file has the name ${name}.`);
  const body =
    target.form === 'discord'
      ? JSON.stringify({ content: 'Test', allowed_mentions: { parse: [] } })
      : writeBody('test', new Date(), {});
  const message = { id: randomUUID(), body };
  const reply = await postMessage(target, message, signal).catch((error: unknown) => error as Error);
  signal.throwIfAborted();
  const { result, error } = decideOutcome(reply, { form: target.form, attempts: 0, ageMs: 0, pauses: 0 }, new Date());
  if (result === 'delivered' && 'status' in reply) return reply.status;
  throw new BadDataError(`Target ${name} did not accept the message. ${error}`);
}
