import type { ComponentChildren } from 'preact';

interface LegendProps {
  items: readonly { name: string; sample: ComponentChildren }[];
  /** Shows the legend in narrow frames of other sites only, whose charts have no space for names. */
  isForNarrow?: boolean;
}

/** The names of the parts of a chart. */
export function Legend({ items, isForNarrow = false }: LegendProps) {
  return (
    <ul class={isForNarrow ? 'chart-legend for-narrow' : 'chart-legend'}>
      {items.map(({ name, sample }) => (
        <li>
          {sample}
          <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  );
}

/** The legend of a chart with the same series as the lines of a comparison. Renders nothing for a single series. */
export function SeriesLegend({ series }: { series: readonly { name: string }[] }) {
  if (series.length < 2) return null;
  return <Legend items={series.map(({ name }, i) => ({ name, sample: <Swatch place={i + 1} /> }))} isForNarrow />;
}

/** A sample of the line of a series. */
export function Swatch({ place }: { place: number }) {
  return (
    <svg class={`swatch chart-stroke-${place} chart-dash-${place}`} width="30" height="10" aria-hidden="true">
      <path d="M0 5H30" />
    </svg>
  );
}
