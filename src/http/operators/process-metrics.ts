import { collectDefaultMetrics, Registry } from 'prom-client';

/** Gauges that Prometheus rejects because of the suffix `_total`. Gauges without the suffix have the details. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Returns a new registry with the metrics of this process under their usual names. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}
