import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import type { TimeRange } from '../../../figures/time.js';
import type { ChartOptions } from '../../../charts/frame.js';
import { DefinitionId } from '../../about/metric-definitions.js';
import { FileTable } from '../../downloads/file-table.js';
import { Fact, Facts } from '../facts.js';
import { Scroller } from '../lists/table.js';
import { QueryValues } from '../names/link.js';
import type { PeriodUnit } from '../periods.js';
import { CanvasContext, useCanvas } from './canvas.js';
import { Panel } from './panel.js';
import { Citation } from './citation.js';

/** A text, or how it is written. As a method, so that lists can have panels of several pages. */
type PanelText<View> = string | { write(view: View): string }['write'];

/**
 * A panel of a page: what it shows there, in its file and, as a chart, on other sites. `Source` has the services, and
 * `Subject` is what the address of the page names.
 */
export interface PanelDefinition<View, Source = never, Subject = never, Data = unknown> {
  id: string;
  title: PanelText<View>;
  /** The definition of its figure. */
  about?: DefinitionId;
  wide?: boolean;
  /** The period of a panel that does not depend on the range of the page. */
  period?: string;
  /** Whether a page has the panel: by default, each page has it. */
  isOnPage?(view: View): boolean;
  /** Returns the time zone of a graph that is not converted to the zone of the reader. */
  zone?(view: View): string | undefined;
  hasData(view: View, data: Data): boolean;
  /** The text in place of a panel without data. Without a text, the page does not show the panel. */
  empty?: PanelText<View>;
  show(view: View, data: Data): PanelContent;
  /** Returns the API call for the same data; undefined if no response has them. */
  call?(view: View): string | undefined;
  /** Returns the file with all rows. A panel without a file has no menu. */
  file?(source: Source, subject: Subject): FileTable | Promise<FileTable>;
  /** Returns the parameters of a file of the last 365 days; undefined if the file of the panel has them. */
  year?(view: View): QueryValues | undefined;
}

/** A panel with a graph and its numbers, which has pictures and frames. */
export interface ChartDefinition<View, Source = never, Subject = never> extends PanelDefinition<View, Source, Subject> {
  show(view: View): PanelContent & { chart: Chart };
}

export interface PanelContent {
  /** How to read the panel. */
  note?: ComponentChildren;
  /** The note in a few words, for frames and pictures. */
  brief?: string | undefined;
  chart?: Chart;
  /** What is above the chart, or in its place. */
  children?: ComponentChildren;
  facts?: readonly Fact[];
  /** Whether files, pictures and frames of the panel show something else. */
  isPageOnly?: boolean;
}

interface Chart {
  /** The content of the chart in words, for screen readers, and in place of a chart without values. */
  description: string;
  /** Pixels on pages. */
  height: number;
  /** Returns the markup of the chart. */
  draw: (options: ChartOptions & { empty: string }) => string;
  /** The range of the time axis. Without a range, the graph is a grid with a cell for each cell of the table. */
  range?: TimeRange;
  /** The unit of the rows of the table, if a row is about the time until the next row, instead of a moment. */
  periods?: PeriodUnit | undefined;
  /** Whether a value stays until the next one. An empty cell of the table then has the value above it, instead of none. */
  holds?: boolean;
  /** The unit of the values in a grid, if not hours. */
  unit?: string;
  /** The ID of a form with the fields `from` and `to`, which a selected part of the graph fills in. */
  selects?: string;
  /** The table of the values in the graph. A row has a `<time>`, and a grid has the rows of the table as columns. */
  numbers: ComponentChildren;
  /** The name of the table for screen readers, if not the title. */
  label?: string;
}

/** Returns the title of a panel. */
export function panelTitle<View>({ title }: Pick<PanelDefinition<View>, 'title'>, view: View): string {
  return typeof title === 'string' ? title : title(view);
}

interface ShownPanelProps<View> {
  panel: PanelDefinition<View>;
  view: View;
  data?: unknown;
  /** The page of the panel in addresses, such as `streamers/aurora_plays`. A chart without its page has no menu. */
  of?: string;
  query?: QueryValues;
  citation?: Citation | undefined;
  /** Whether a chart has pictures and frames of its own. */
  hasPictures?: boolean;
}

/** Shows a panel, with a menu for what readers can take from it. */
export function ShownPanel<View>({
  panel,
  view,
  data,
  of,
  query,
  citation,
  hasPictures = true,
}: ShownPanelProps<View>) {
  const { id, about, wide, period } = panel;
  const title = panelTitle(panel, view);
  const content = panel.hasData(view, data) ? panel.show(view, data) : undefined;
  const shared = of !== undefined &&
    panel.file && {
      of: `${of}/${id}`,
      ...(period === undefined ? { query, citation } : { query: { tz: query?.tz } }),
      year: panel.year?.(view),
      isChart: hasPictures && content?.chart !== undefined && !content.isPageOnly,
      hasFile: !content?.isPageOnly,
      call: panel.call?.(view),
    };
  const { note, brief, chart, children, facts } = content ?? {};
  const empty = content === undefined && (typeof panel.empty === 'function' ? panel.empty(view) : panel.empty);
  const drawn = useContext(CanvasContext)?.drawn;
  const options = useCanvas(chart?.height ?? 0, brief);
  const drawing = chart?.draw({
    ...{ id: `${id}-graph`, title, description: chart.description, empty: chart.description },
    ...options,
  });
  if (drawn && drawing !== undefined) {
    drawn.push(drawing);
    return null;
  }
  if (content === undefined && !empty) return null;
  return (
    <Panel {...{ id, title, about, wide, note, brief, empty }} shared={shared || undefined}>
      {children}
      {facts && <Facts facts={facts} />}
      {chart && <Graph {...{ id, title, chart, zone: panel.zone?.(view) }} drawing={drawing ?? ''} />}
    </Panel>
  );
}

interface GraphProps {
  id: string;
  title: string;
  chart: Chart;
  drawing: string;
  zone: string | undefined;
}

/** A graph, and its numbers in a collapsed section. A script reads the values from the numbers. */
function Graph({ id, title, chart, drawing, zone }: GraphProps) {
  const { range, periods, holds = false, selects, unit, numbers, label = title } = chart;
  const numbersId = `${id}-graph-numbers`;
  return (
    <div>
      <figure
        class="graph"
        data-from={range?.from}
        data-to={range?.to}
        data-periods={periods}
        data-holds={holds ? '' : undefined}
        data-tz={zone}
        data-selects={selects}
        data-unit={unit}
        data-numbers={numbersId}
        data-label={label}
      >
        <div class="plot" dangerouslySetInnerHTML={{ __html: drawing }} />
        <output class="readout" />
      </figure>
      <details class="numbers" id={numbersId}>
        <summary>Numbers</summary>
        <Scroller label={label}>{numbers}</Scroller>
      </details>
    </div>
  );
}
