import { mean } from 'd3-array';
import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { fullNumber, quotientInTenths, wordsFor } from '../../../charts/labels/number-labels.js';
import { dayRange, fullDay } from '../../../charts/labels/time-labels.js';
import { knownValues, rowsOfSeries, Series, SeriesRow } from '../../../charts/series.js';
import { Column, momentColumn, numberText } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { useCanvas } from '../../parts/panels/canvas.js';
import { Choice } from '../../parts/panels/choice.js';
import { SeriesLegend } from '../../parts/panels/legend.js';
import { PanelContent } from '../../parts/panels/shown-panel.js';
import type { StreamersView } from '../../streamer/streamer-view.js';
import { CompareOptions, comparePath, Scale, ScaledChart, scales } from '../compare.query.js';

interface ScaledLines {
  id: ScaledChart;
  title: string;
  /** What a point is. */
  point: string;
  series: readonly Series[];
  scale: Scale;
}

const names: Readonly<Record<Scale, string>> = { linear: 'Linear', log: 'Log', indexed: 'Indexed' };

const height = 300;

/** Returns whether any line has a value. */
export function hasValues(series: readonly Series[]): boolean {
  return knownValues(series).length > 0;
}

/** Shows lines of several streamers on a linear, logarithmic or indexed scale, with their numbers. */
export function showScaled(
  { compared, options, span: range }: StreamersView & { options: CompareOptions },
  { id, title, point, series, scale }: ScaledLines,
) {
  const isOfStreams = id === 'viewers';
  const isIndexed = scale === 'indexed';
  const shown = isIndexed ? indexed(series) : series;
  const shownTitle = scaledTitle(title, scale);
  const hidden = namesWithoutPlace(series, scale);
  const description = shown.map((one) => descriptionOf(one, isIndexed ? 'percent' : id, hidden)).join('; ');
  const chart = {
    ...{ ...useCanvas(height), title: shownTitle, description, empty: description, series: shown, range },
    scale: scale === 'log' ? 'log' : 'linear',
    fromZero: isOfStreams && scale === 'linear',
    hasDots: isOfStreams,
    format: isIndexed ? (value: number) => `${fullNumber(value)}%` : fullNumber,
  } as const;
  const isDrawn = knownValues(shown).some((value) => value > 0 || scale === 'linear');
  const axis = chart.fromZero || !isDrawn ? '' : `axis begins at ${chart.format(firstValue(chart))}`;
  // Isolates the direction of a name within the text.
  const lost = hidden.length > 0 ? `no place for 0: ${hidden.map((name) => `\u2068${name}\u2069`).join(', ')}` : '';
  const choices = scales.map((one) => ({
    name: names[one],
    to: `${comparePath(compared, { ...options, [id]: one })}#${id}`,
  }));
  return {
    brief: [axis, lost].filter(Boolean).join(' · '),
    note: (
      <>
        {point}
        {scale === 'log' && (
          <>
            {' '}
            <b>Each step up is a multiple.</b>
          </>
        )}
        {isIndexed && differentStarts(shown)}
        {axis && ` The ${axis}.`}
        {lost && ` This scale has ${lost}.`}
        {!isOfStreams && ' In the numbers, an empty cell is the value above it.'}
      </>
    ),
    children: (
      <>
        <Choice label={`Scale of ${id}`} chosen={names[scale]} options={choices} />
        <SeriesLegend series={series} mark="line" />
      </>
    ),
    chart: {
      ...{ height, description, range, holds: !isOfStreams },
      draw: (options) => lineChart({ ...chart, ...options }),
      numbers: <NumbersTable columns={columnsOf(shown, isIndexed)} rows={rowsOfSeries(shown)} />,
    },
  } satisfies PanelContent;
}

/** A series has no value at the times of others, so a gap begins with a text. */
function columnsOf(series: readonly Series[], isIndexed: boolean): readonly Column<SeriesRow>[] {
  return [
    momentColumn('Time', ({ at }) => new Date(at).toISOString()),
    ...series.map(({ name }, i): Column<SeriesRow> => ({
      ...{ name, class: 'num' },
      heading: (
        <>
          <bdi>{name}</bdi>
          {isIndexed && ', %'}
        </>
      ),
      show: ({ values }) => {
        const value = values[i];
        return value === undefined ? null : numberText(value);
      },
    })),
  ];
}

function descriptionOf({ name, points }: Series, unit: string, hidden: readonly string[]): string {
  const values = knownValues([{ name, points }]);
  if (values.length === 0) return `${name}: ${hidden.includes(name) ? 'always 0' : 'no data'}`;
  return `${name}: ${fullNumber(Math.min(...values))} to ${fullNumber(Math.max(...values))} ${wordsFor(Math.max(...values), unit)}`;
}

/** Writes the days of the first values, if the lines begin on different days. */
function differentStarts(series: readonly Series[]): string {
  const starts = series.flatMap(({ points }) => points.find(({ value }) => value !== null)?.at ?? []);
  const [first, last] = [new Date(Math.min(...starts)), new Date(Math.max(...starts))];
  const isSame = starts.length === 0 || fullDay(first) === fullDay(last);
  return isSame ? '' : ` The lines begin on different days (${dayRange(first, last)}, UTC).`;
}

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
