import { TimeRange } from '../../../charts/axes.js';
import { firstValue, lineChart } from '../../../charts/line-chart.js';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { dayRange, fullDay } from '../../../charts/labels/time-labels.js';
import { knownValues, Series } from '../../../charts/series.js';
import { Choice } from '../../parts/panels/choice.js';
import { ChartPanel } from '../../parts/panels/chart-panel.js';
import { SeriesLegend } from '../../parts/panels/legend.js';
import { MomentsTable } from '../../parts/lists/numbers-table.js';
import { PanelProps } from '../../parts/panels/panel.js';
import { Scale, scales } from '../compare.query.js';
import { indexed, scaledTitle } from './scaled.js';
import { useCanvas } from '../../parts/panels/canvas.js';

interface ScaledGraphProps extends Pick<PanelProps, 'title' | 'files' | 'about'> {
  id: 'viewers' | 'followers';
  /** What a point is. */
  point: string;
  series: readonly Series[];
  range: TimeRange;
  scale: Scale;
  /** Returns the address of the same graph with another scale. */
  pathOf: (scale: Scale) => string;
}

const names: Readonly<Record<Scale, string>> = { linear: 'Linear', log: 'Log', indexed: 'Indexed' };

/** Lines of several streamers on a linear, logarithmic or indexed scale, with their numbers. */
export function ScaledGraph({ id, title, point, series, range, scale, pathOf, ...panel }: ScaledGraphProps) {
  const fromZero = id === 'viewers';
  const isIndexed = scale === 'indexed';
  const shown = isIndexed ? indexed(series) : series;
  const shownTitle = scaledTitle(title, scale);
  const description = shown.map((one) => descriptionOf(one, isIndexed ? 'percent' : id)).join('; ');
  const chart = {
    ...{ ...useCanvas(300), title: shownTitle, description, empty: description, series: shown, range },
    scale: scale === 'log' ? 'log' : 'linear',
    fromZero: fromZero && scale === 'linear',
    format: isIndexed ? (value: number) => `${fullNumber(value)}%` : fullNumber,
  } as const;
  const isEmpty = knownValues(series).length === 0;
  const isDrawn = knownValues(shown).some((value) => value > 0 || scale === 'linear');
  const brief = chart.fromZero || !isDrawn ? undefined : `axis begins at ${chart.format(firstValue(chart))}`;
  return (
    <ChartPanel
      {...panel}
      id={id}
      title={shownTitle}
      brief={brief}
      wide={id === 'viewers'}
      note={
        <>
          {point}
          {scale === 'log' && (
            <>
              {' '}
              <b>Each step up is a multiple.</b>
            </>
          )}
          {isIndexed && differentStarts(shown)}
          {brief && ` The ${brief}.`} In the numbers, an empty cell is the value above it.
        </>
      }
      empty={isEmpty && 'No data in this range.'}
      height={300}
      description={description}
      range={range}
      holds
      draw={(options) => lineChart({ ...chart, ...options })}
      numbers={
        <MomentsTable
          names={shown.map(({ name }) => (
            <>
              <bdi>{name}</bdi>
              {isIndexed && ', %'}
            </>
          ))}
          rows={rowsOf(shown)}
        />
      }
    >
      <Choice
        label={`Scale of ${id}`}
        chosen={names[scale]}
        options={scales.map((one) => ({ name: names[one], to: `${pathOf(one)}#${id}` }))}
      />
      <SeriesLegend series={series} />
    </ChartPanel>
  );
}

function descriptionOf({ name, points }: Series, unit: string): string {
  const values = knownValues([{ name, points }]);
  if (values.length === 0) return `${name}: no data`;
  return `${name}: ${fullNumber(Math.min(...values))} to ${fullNumber(Math.max(...values))} ${unit}`;
}

/** Writes the days of the first values, if the lines begin on different days. */
function differentStarts(series: readonly Series[]): string {
  const starts = series.flatMap(({ points }) => points.find(({ value }) => value !== null)?.at ?? []);
  const [first, last] = [new Date(Math.min(...starts)), new Date(Math.max(...starts))];
  const isSame = starts.length === 0 || fullDay(first) === fullDay(last);
  return isSame ? '' : ` The lines begin on different days (${dayRange(first, last)}, UTC).`;
}

/** Returns one row per time of any series. Empty cells are as at the last time, so the start of a gap has a text. */
function rowsOf(series: readonly Series[]) {
  const maps = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value ?? 'unknown'])));
  const moments = [...new Set(maps.flatMap((values) => [...values.keys()]))].sort((a, b) => a - b);
  return moments.map((at) => ({ at, values: maps.map((values) => values.get(at) ?? null) }));
}
