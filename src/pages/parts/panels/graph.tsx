import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { TimeRange } from '../../../charts/axes.js';
import { CanvasContext } from './canvas.js';
import { Scroller } from '../lists/scroller.js';

interface GraphProps {
  id: string;
  /** The markup of a chart. */
  drawing: string;
  /** The range of the time axis. Without a range, the graph is a grid with a cell for each cell of the table. */
  range?: TimeRange | undefined;
  /** Whether each row of the table is about the time until the next row, instead of a moment. */
  hasPeriods?: boolean;
  /** Whether an empty cell of the table means that the value is as at the last time, instead of no value. */
  holds?: boolean;
  /** Whether a graph without a range is in UTC, also if the reader has another time zone. */
  isUtc?: boolean;
  /** The table of the values in the graph. A row has a `<time>`, and a grid has the rows of the table as columns. */
  numbers: ComponentChildren;
  /** The name of the table for screen readers. */
  label: string;
}

/** A graph with its numbers in a collapsed section. A script reads the values from the numbers. */
export function Graph({
  id,
  drawing,
  range,
  hasPeriods = false,
  holds = false,
  isUtc = false,
  numbers,
  label,
}: GraphProps) {
  const canvas = useContext(CanvasContext);
  if (canvas?.drawn) {
    canvas.drawn.push(drawing);
    return null;
  }
  const [from, to] = range ?? [undefined, undefined];
  return (
    <>
      <figure
        class="graph"
        data-from={from}
        data-to={to}
        data-periods={hasPeriods ? '' : undefined}
        data-holds={holds ? '' : undefined}
        data-utc={isUtc ? '' : undefined}
        data-numbers={`${id}-numbers`}
        data-label={label}
      >
        <div class="plot" dangerouslySetInnerHTML={{ __html: drawing }} />
        <output class="readout" />
      </figure>
      <details class="numbers" id={`${id}-numbers`}>
        <summary>Numbers</summary>
        <Scroller label={label}>{numbers}</Scroller>
      </details>
    </>
  );
}
