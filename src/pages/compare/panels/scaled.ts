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
 * Returns the values of each line in percent of its first value, with one decimal. A line begins after its values of 0,
 * because no growth can be computed from 0.
 */
export function indexed(series: readonly Series[]): Series[] {
  return series.map(({ name, points }) => {
    const start = points.findIndex(({ value }) => value !== null && value > 0);
    const base = points[start]?.value;
    if (!base) return { name, points: [] };
    const percent = (value: number) => quotientInTenths(100 * value, base);
    return { name, points: points.slice(start).map(({ at, value }) => ({ at, value: value && percent(value) })) };
  });
}

/** Returns the names of the lines with values of 0 that a scale cannot show. */
export function namesWithoutPlace(series: readonly Series[], scale: Scale): string[] {
  if (scale === 'linear') return [];
  const hidden = series.filter(({ points }) => {
    const known = knownValues([{ name: '', points }]);
    return scale === 'log' ? known.includes(0) : known[0] === 0;
  });
  return hidden.map(({ name }) => name);
}
