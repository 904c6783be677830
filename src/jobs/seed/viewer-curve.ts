import { SeededRandom } from './seeded-random.js';

export interface ObservedTime {
  minutes: number;
  everyMinutes: number;
  viewers: number;
  /** Minutes without observations: from included, to excluded. */
  gap?: { from: number; to: number };
}

/** Viewers rise in the first tenth of a stream, waver, and fall in the last. */
export function viewerCurve(random: SeededRandom, plan: ObservedTime): { minute: number; viewers: number }[] {
  const samples: { minute: number; viewers: number }[] = [];
  for (let minute = 0; minute < plan.minutes; minute += plan.everyMinutes) {
    const share = minute / plan.minutes;
    const shape = Math.min(1, 0.3 + share * 7, 0.5 + (1 - share) * 5);
    const wave = 1 + 0.15 * Math.sin(share * 11) + random.next() * 0.06;
    const isInGap = plan.gap !== undefined && minute >= plan.gap.from && minute < plan.gap.to;
    if (!isInGap) samples.push({ minute, viewers: Math.round(plan.viewers * shape * wave) });
  }
  return samples;
}

/** A curve with this peak and about this average. */
export function viewerCurveOf(random: SeededRandom, plan: ObservedTime, peak: number): ReturnType<typeof viewerCurve> {
  const curve = viewerCurve(random, plan);
  const counts = curve.map(({ viewers }) => viewers);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const stretch = (peak - plan.viewers) / (Math.max(...counts) - mean);
  return curve.map(({ minute, viewers }) => {
    const stretched = Math.round(plan.viewers + (viewers - mean) * stretch);
    return { minute, viewers: Math.max(stretched, Math.round(plan.viewers / 10)) };
  });
}
