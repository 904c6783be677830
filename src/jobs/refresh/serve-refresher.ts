import { OperatorAddress, serveOperators } from '../../http/operators/operator-server.js';
import { addClockOffset, addGauge, numberOf, processMetrics } from '../../http/operators/process-metrics.js';
import { addWebhookMetrics, WebhookFigures } from '../../http/operators/webhook-metrics.js';
import { RefresherState } from './refresher-state.js';

/** Serves metrics and readiness of a process that keeps the leaderboard fresh. Returns a function that stops the server. */
export async function serveRefresher(
  address: OperatorAddress,
  state: RefresherState,
  webhooks?: () => WebhookFigures | undefined,
): Promise<() => void> {
  const metrics = processMetrics();
  addGauge(
    metrics,
    'leaderboard_refresh_failed',
    'Whether the last refresh of this process failed: 1 or 0. Missing while another process refreshes.',
    () => numberOf(state.hasFailed),
  );
  addClockOffset(metrics, () => state.clockOffset);
  if (webhooks) addWebhookMetrics(metrics, webhooks);
  const { close } = await serveOperators(address, { metrics, notReady: () => state.problem() });
  return close;
}
