import { SamplePartition } from '../import/sample-partitions.js';

/** A month in UTC, from its first millisecond to before that of the next, and its partition of viewer_samples. */
export interface SampleMonth {
  fromMs: number;
  toMs: number;
  partition: SamplePartition;
}

/** The months that moments of `[fromMs, toMs)` lie in, the oldest first. */
export function sampleMonths(fromMs: number, toMs: number): SampleMonth[] {
  const months: SampleMonth[] = [];
  for (let monthMs = monthStart(fromMs, 0); monthMs < toMs;) {
    const nextMs = monthStart(monthMs, 1);
    months.push({ fromMs: monthMs, toMs: nextMs, partition: partitionOf(monthMs, nextMs) });
    monthMs = nextMs;
  }
  return months;
}

function monthStart(ms: number, later: number): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
}

function partitionOf(fromMs: number, toMs: number): SamplePartition {
  const from = new Date(fromMs).toISOString();
  return {
    name: `viewer_samples_${from.slice(0, 7).replace('-', '_')}`,
    from,
    to: new Date(toMs).toISOString(),
  };
}
