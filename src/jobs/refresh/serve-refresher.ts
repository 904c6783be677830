import { OperatorAddress, serveOperators } from '../../http/operators/operator-server.js';
import { processMetrics } from '../../http/operators/process-metrics.js';
import { addRefresherMetrics } from '../../http/operators/refresher-metrics.js';
import { addWebhookMetrics, WebhookFigures } from '../../http/operators/webhook-metrics.js';
import { RefresherState } from './refresher-state.js';

/** Serves metrics and readiness of a process that keeps the leaderboard fresh. Returns a function that stops the server. */
export async function serveRefresher(
  address: OperatorAddress,
  state: RefresherState,
  webhooks?: () => WebhookFigures | undefined,
): Promise<() => void> {
  const metrics = processMetrics();
  addRefresherMetrics(metrics, () => state);
  if (webhooks) addWebhookMetrics(metrics, webhooks);
  const { close } = await serveOperators(address, { metrics, notReady: () => state.problem() });
  return close;
}
