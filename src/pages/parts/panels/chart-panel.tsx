import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { TimeRange } from '../../../charts/axes.js';
import type { ChartOptions } from '../../../charts/frame.js';
import { Scroller } from '../lists/table.js';
import { CanvasContext, useCanvas } from './canvas.js';
import { Panel, PanelProps } from './panel.js';

interface ChartPanelProps extends PanelProps {
  /** The content of the chart in words, for screen readers, and in place of a chart without values. */
  description: string;
  /** Pixels on pages. */
  height: number;
  /** Returns the markup of the chart. */
  draw: (options: ChartOptions & { empty: string }) => string;
  /** The range of the time axis. Without a range, the graph is a grid with a cell for each cell of the table. */
  range?: TimeRange | undefined;
  /** Whether each row of the table is about the time until the next row, instead of a moment. */
  hasPeriods?: boolean;
  /** Whether an empty cell of the table means that the value is as at the last time, instead of no value. */
  holds?: boolean;
  /** Whether a graph without a range is in UTC, also if the reader has another time zone. */
  isUtc?: boolean;
  /** The streams of the graph, for the script that converts the hours of the week. */
  week?: string;
  /** The table of the values in the graph. A row has a `<time>`, and a grid has the rows of the table as columns. */
  numbers: ComponentChildren;
  /** The name of the table for screen readers, if not the title. */
  label?: string;
}

/** A panel with a graph, and its numbers in a collapsed section. A script reads the values from the numbers. */
export function ChartPanel({
  description,
  height,
  draw,
  range,
  hasPeriods = false,
  holds = false,
  isUtc = false,
  week,
  numbers,
  label,
  children,
  ...panel
}: ChartPanelProps) {
  const canvas = useContext(CanvasContext);
  const options = useCanvas(height, panel.brief);
  if (panel.empty) return <Panel {...panel} />;
  const { title } = panel;
  const id = `${panel.id}-graph`;
  const drawing = draw({ id, title, description, empty: description, ...options });
  if (canvas?.drawn) {
    canvas.drawn.push(drawing);
    return null;
  }
  return (
    <Panel {...panel}>
      {children}
      <div data-week={week}>
        <figure
          class="graph"
          data-from={range?.[0]}
          data-to={range?.[1]}
          data-periods={hasPeriods ? '' : undefined}
          data-holds={holds ? '' : undefined}
          data-utc={isUtc ? '' : undefined}
          data-numbers={`${id}-numbers`}
          data-label={label ?? title}
        >
          <div class="plot" dangerouslySetInnerHTML={{ __html: drawing }} />
          <output class="readout" />
        </figure>
        <details class="numbers" id={`${id}-numbers`}>
          <summary>Numbers</summary>
          <Scroller label={label ?? title}>{numbers}</Scroller>
        </details>
      </div>
    </Panel>
  );
}
