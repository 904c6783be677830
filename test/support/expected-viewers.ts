/** A stream with the observations of its viewers; without an end it is live. */
export interface ObservedStream {
  startMs: number;
  endMs: number | null;
  samples: { atMs: number; viewers: number }[];
}

export interface ExpectedPoint {
  viewers: number;
  created_at: string;
  timestamp: string;
}

interface Hold {
  fromMs: number;
  toMs: number;
  viewers: number;
  /** Whether it is the last one of a live stream. */
  isNewest: boolean;
}

/** The viewer graph of a stream by the definition of docs/metrics.md, without any SQL. */
export function expectedGraph(stream: ObservedStream, partMs: number): ExpectedPoint[] {
  const holds = holdsOf(stream);
  const parts = [...new Set(holds.map(({ fromMs }) => Math.floor((fromMs - stream.startMs) / partMs)))];
  return parts
    .sort((a, b) => a - b)
    .map((part) => {
      const fromMs = stream.startMs + part * partMs;
      const shares = holds.map((hold) => ({ ...hold, ms: overlapMs(hold, fromMs, fromMs + partMs) }));
      const sampled = holds.filter((hold) => hold.fromMs >= fromMs && hold.fromMs < fromMs + partMs);
      const viewers = weightedMean(shares) ?? weightedMean(sampled.map((hold) => ({ ...hold, ms: 1 }))) ?? 0;
      return { viewers, created_at: new Date(fromMs).toISOString(), timestamp: timestampOf(part * partMs) };
    });
}

/** The viewers of an event by the definition of docs/metrics.md, without any SQL; nulls where none are known. */
export function expectedEventViewers(
  event: { startMs: number; endMs: number | null },
  streams: ObservedStream[],
): { avg_viewers: number | null; peak_viewers: number | null } {
  const endMs = event.endMs ?? Infinity;
  const holds = streams.flatMap(holdsOf);
  const knownToMs = Math.max(...holds.map(({ toMs }) => toMs));
  for (const hold of holds) if (hold.isNewest) hold.toMs = knownToMs;
  const moments = [...new Set([event.startMs, endMs, ...holds.flatMap(({ fromMs, toMs }) => [fromMs, toMs])])]
    .filter((ms) => ms >= event.startMs && ms <= endMs)
    .sort((a, b) => a - b);
  const spans = moments.slice(1).flatMap((toMs, index) => {
    const fromMs = moments[index] ?? 0;
    const holding = holds.filter((hold) => hold.fromMs <= fromMs && hold.toMs > fromMs);
    return holding.length > 0 ? { viewers: sum(holding), ms: toMs - fromMs } : [];
  });
  const last = holds.filter((hold) => hold.fromMs <= knownToMs && (hold.toMs > knownToMs || hold.isNewest));
  const isLastInside = last.length > 0 && knownToMs >= event.startMs && knownToMs < endMs;
  const peaks = [...spans.map(({ viewers }) => viewers), ...(isLastInside ? [sum(last)] : [])];
  if (peaks.length === 0) return { avg_viewers: null, peak_viewers: null };
  return { avg_viewers: weightedMean(spans) ?? sum(last), peak_viewers: Math.max(...peaks) };
}

/** What each sample within the stream's time stands for. */
function holdsOf({ startMs, endMs, samples }: ObservedStream): Hold[] {
  const inTime = samples
    .filter(({ atMs }) => atMs >= startMs && atMs < (endMs ?? Infinity))
    .sort((a, b) => a.atMs - b.atMs);
  return inTime.map(({ atMs, viewers }, index) => {
    const next = inTime[index + 1];
    const isNewest = next === undefined && endMs === null;
    return { fromMs: atMs, toMs: next?.atMs ?? endMs ?? atMs, viewers, isNewest };
  });
}

function overlapMs(hold: Hold, fromMs: number, toMs: number): number {
  return Math.max(0, Math.min(hold.toMs, toMs) - Math.max(hold.fromMs, fromMs));
}

/** Rounded, halves up, in integers of any size; null where nothing weighs anything. */
function weightedMean(values: { viewers: number; ms: number }[]): number | null {
  const divisor = values.reduce((total, { ms }) => total + BigInt(ms), 0n);
  const dividend = values.reduce((total, { viewers, ms }) => total + BigInt(viewers) * BigInt(ms), 0n);
  return divisor === 0n ? null : Number((2n * dividend + divisor) / (2n * divisor));
}

function sum(holds: Hold[]): number {
  return holds.reduce((total, { viewers }) => total + viewers, 0);
}

function timestampOf(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  return `${String(hours).padStart(2, '0')}:${new Date(ms % 3_600_000).toISOString().slice(14, 19)}`;
}
