import { drawSeriesSample, SeriesSample } from '../../../charts/labels/end-labels.js';

interface LegendProps extends Pick<SeriesSample, 'mark'> {
  items: readonly { name: string; colour: SeriesSample['colour'] }[];
  /** Shows the legend in narrow frames of other sites only, whose charts have no space for names. */
  isForNarrow?: boolean;
}

/** The names of the parts of a chart. */
export function Legend({ items, mark, isForNarrow = false }: LegendProps) {
  return (
    <ul class={isForNarrow ? 'chart-legend for-narrow' : 'chart-legend'}>
      {items.map(({ name, colour }) => (
        <li>
          <Swatch mark={mark} colour={colour} />
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

interface SeriesLegendProps extends Pick<SeriesSample, 'mark'> {
  series: readonly { name: string }[];
}

/** The legend of a chart whose series have the colors of a comparison. Renders nothing for a single series. */
export function SeriesLegend({ series, mark }: SeriesLegendProps) {
  if (series.length < 2) return null;
  return <Legend items={series.map(({ name }, i) => ({ name, colour: i + 1 }))} mark={mark} isForNarrow />;
}

/** A sample of a series. */
export function Swatch(sample: SeriesSample) {
  const width = sample.mark === 'line' ? 30 : 12;
  const __html = drawSeriesSample(sample, 0, 6, width);
  return <svg class="swatch" width={width} height="12" aria-hidden="true" dangerouslySetInnerHTML={{ __html }} />;
}
