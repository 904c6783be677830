import { timeAgo } from '../relative-time.js';
import { SeededRandom } from '../seeded-random.js';
import {
  ageField,
  durationField,
  idField,
  optional,
  pairField,
  readLine,
  SeedRecord,
  SeedRecords,
  integerField,
} from './read-line.js';

interface ViewerCurve {
  stream_id: string;
  /** Ages in minutes: start and end of the stream. */
  from: number;
  to: number;
  every: number;
  /** Ages between which the stream was not observed: from included, to excluded. */
  gap?: readonly [from: number, to: number];
  viewers: number;
}

/** Generates the viewer samples of a line. */
export function generateViewerCurve(record: SeedRecord): SeedRecords {
  const { seed, ...curve } = readLine(record, {
    stream_id: idField,
    from: ageField,
    to: ageField,
    every: durationField,
    gap: optional(pairField(ageField)),
    viewers: integerField,
    seed: integerField,
  });
  return { viewer_samples: viewerCurve(new SeededRandom(seed), curve) };
}

/** Viewers rise in the first tenth of a stream, waver, and fall in the last. */
function viewerCurve(
  random: SeededRandom,
  { stream_id, from, to, every, gap: [gapFrom, gapTo] = [-1, -1], viewers }: ViewerCurve,
) {
  const samples: { stream_id: string; created_at: string; viewers: number }[] = [];
  for (let ago = from; ago > to; ago -= every) {
    const share = (from - ago) / (from - to);
    const shape = Math.min(1, 0.3 + share * 7, 0.5 + (1 - share) * 5);
    const wave = 1 + 0.15 * Math.sin(share * 11) + random.next() * 0.06;
    const isInGap = ago <= gapFrom && ago > gapTo;
    if (!isInGap) samples.push({ stream_id, created_at: timeAgo(ago), viewers: Math.round(viewers * shape * wave) });
  }
  return samples;
}

/** A curve with this peak and about this average. */
export function viewerCurveTo(peak: number, random: SeededRandom, plan: ViewerCurve): ReturnType<typeof viewerCurve> {
  const curve = viewerCurve(random, plan);
  const counts = curve.map(({ viewers }) => viewers);
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length;
  const stretch = (peak - plan.viewers) / (Math.max(...counts) - mean);
  return curve.map((sample) => {
    const stretched = Math.round(plan.viewers + (sample.viewers - mean) * stretch);
    return { ...sample, viewers: Math.max(stretched, Math.round(plan.viewers / 10)) };
  });
}
