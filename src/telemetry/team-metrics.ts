import { AggregatorRegistry, Gauge, Registry } from 'prom-client';
import { addInstanceMetrics } from './instance-metrics.js';
import type { MetricValues } from './metrics.js';

/** The metrics of all processes of an instance, added up. The gauges of the last scrape that a worker answered stay while it does not. */
export class TeamMetrics<Worker> {
  private readonly own = new Registry();
  private readonly latest = new Map<Worker, MetricValues>();
  /** What workers that have ended had counted. Without it a sum would fall, which Prometheus takes for a start from 0. */
  private ended: MetricValues = [];
  private readonly running = new Gauge({
    registers: [this.own],
    name: 'service_workers',
    help: 'Processes that answer requests.',
  });

  /** `ask` answers undefined for a worker that does not answer. */
  constructor(
    private readonly workers: () => Worker[],
    private readonly ask: (worker: Worker) => Promise<MetricValues | undefined>,
    hasRefreshFailed: () => boolean | undefined,
  ) {
    addInstanceMetrics(this.own, hasRefreshFailed);
  }

  /** Keeps what a worker that has ended had counted until the last scrape. */
  end(worker: Worker): void {
    const values = this.latest
      .get(worker)
      ?.filter(({ type }) => String(type) === 'counter' || String(type) === 'histogram');
    this.latest.delete(worker);
    if (values) this.ended = [...this.ended, ...values];
  }

  /** All metrics, in the text format of Prometheus. */
  async print(): Promise<string> {
    const workers = this.workers();
    this.running.set(workers.length);
    await Promise.all(
      workers.map(async (worker) => {
        const values = await this.ask(worker);
        if (values && this.workers().includes(worker)) this.latest.set(worker, values);
      }),
    );
    this.ended = await AggregatorRegistry.aggregate([this.ended]).getMetricsAsJSON();
    const own = await this.own.getMetricsAsJSON();
    return AggregatorRegistry.aggregate([...this.latest.values(), own, this.ended]).metrics();
  }
}
