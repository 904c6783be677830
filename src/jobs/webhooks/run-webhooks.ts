import { OperatorAddress, serveOperators } from '../../http/operators/operator-server.js';
import { processMetrics } from '../../http/operators/process-metrics.js';
import { addWebhookMetrics } from '../../http/operators/webhook-metrics.js';
import { CommandRun } from '../../lifecycle/command-run.js';
import { untilStopped } from '../../lifecycle/until-stopped.js';
import { keepSending } from './keep-sending.js';
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
