import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Gauges that Prometheus rejects because of the suffix `_total`. Gauges without the suffix have the details. */
const misnamed = ['nodejs_active_handles_total', 'nodejs_active_requests_total', 'nodejs_active_resources_total'];

/** Returns a new registry with the metrics of this process under their usual names. */
export function processMetrics(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  return registry;
}

/** Adds a gauge that each scrape reads. It is missing while `read` returns undefined. */
export function addGauge(registry: Registry, name: string, help: string, read: () => number | undefined): void {
  new Gauge({
    ...{ name, help, registers: [registry] },
    collect() {
      const value = read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

type Labels = Readonly<Record<string, string>>;

/** Adds a counter or gauge with labels that each scrape reads. */
export function addLabeled(
  kind: 'counter' | 'gauge',
  registry: Registry,
  [name, ...labelNames]: readonly [name: string, ...labelNames: string[]],
  help: string,
  read: () => Iterable<readonly [Labels, number]>,
): void {
  const options = {
    ...{ name, help, registers: [registry], labelNames },
    collect(this: Counter | Gauge) {
      this.reset();
      for (const [labels, value] of read()) this.inc(labels, value);
    },
  };
  if (kind === 'counter') new Counter(options);
  else new Gauge(options);
}

/** Returns 1 or 0. */
export function numberOf(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}
