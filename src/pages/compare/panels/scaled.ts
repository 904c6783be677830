import { mean } from 'd3-array';
import { quotientInTenths } from '../../../charts/labels/number-labels.js';
import { knownValues, Series } from '../../../charts/series.js';
import { Scale } from '../compare.query.js';

/** Lines whose averages differ by more than this factor are readable on a logarithmic scale only. */
const maxOnLinear = 5;

/** Returns the scale on which all lines are readable. */
export function readableScale(series: readonly Series[]): Scale {
  const means = series.flatMap((one) => mean(knownValues([one])) ?? []);
  return Math.max(...means) > maxOnLinear * Math.min(...means) ? 'log' : 'linear';
}

/** Adds the meaning of the values to the name of a graph, because a picture has no note. */
export function scaledTitle(title: string, scale: Scale): string {
  return title + { linear: '', log: ', logarithmic scale', indexed: ', first value = 100%' }[scale];
}

/**
 * Returns the values of each line in percent of its first value, with one decimal. A line is unknown as long as its value
 * is 0, because no growth can be computed from 0.
 */
export function indexed(series: readonly Series[]): Series[] {
  return series.map(({ name, points }) => {
    const base = points.find(({ value }) => value !== null && value > 0);
    const relative = points.map(({ at, value }) => {
      const isAfter = base !== undefined && at >= base.at && value !== null;
      return { at, value: isAfter ? quotientInTenths(100 * value, base.value ?? 1) : null };
    });
    return { name, points: relative };
  });
}
