import { lineChart } from '../../charts/line-chart.js';
import { Series } from '../../charts/series.js';
import { fullNumber } from '../../charts/number-labels.js';
import { Graph } from '../parts/graph.js';
import { MomentsTable } from '../parts/numbers-table.js';
import { Panel } from '../parts/panel.js';

interface ComparedGraphProps {
  id: string;
  title: string;
  series: readonly Series[];
  unit: string;
  fromZero?: boolean;
}

/** Lines of several streamers on common axes, with their numbers. */
export function ComparedGraph({ id, title, series, unit, fromZero = false }: ComparedGraphProps) {
  const isEmpty = series.every(({ points }) => points.every(({ value }) => value === null));
  const description = series
    .map(({ name, points }) => {
      const values = points.flatMap(({ value }) => value ?? []);
      if (values.length === 0) return `${name}: no data`;
      return `${name}: ${fullNumber(Math.min(...values))} to ${fullNumber(Math.max(...values))} ${unit}`;
    })
    .join('; ');
  return (
    <Panel id={id} title={title} wide empty={isEmpty && 'No data in this range.'}>
      <Graph
        id={`${id}-graph`}
        label={title}
        reads="moments"
        wide
        draw={(canvas) => lineChart({ ...canvas, title, description, series, fromZero, empty: description })}
        numbers={
          <MomentsTable
            names={series.map(({ name }) => (
              <bdi>{name}</bdi>
            ))}
            rows={rowsOf(series)}
          />
        }
      />
    </Panel>
  );
}

/** Returns one row per time of any series. */
function rowsOf(series: readonly Series[]) {
  const maps = series.map(({ points }) => new Map(points.map(({ at, value }) => [at, value])));
  const moments = [...new Set(maps.flatMap((values) => [...values.keys()]))].sort((a, b) => a - b);
  return moments
    .map((at) => ({ at, values: maps.map((values) => values.get(at) ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null));
}
