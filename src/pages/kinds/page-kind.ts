import type { Type } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import type { UnitRule } from '../../http/request/unit-rule.js';
import type { BoardQuery } from '../board/board.query.js';
import type { LiveFilter } from '../../streams/live/live-streams.query.js';
import type { FileTable } from '../downloads/file-table.js';
import type { UnknownNameException } from '../errors/unknown-name.exception.js';
import type { ListSources } from '../parts/lists/list-sources.js';
import type { ChartDefinition, PanelDefinition } from '../parts/panels/shown-panel.js';
import type { Card } from '../previews/card.js';

/** Writes the name of a streamer or an event. */
export type WriteName = (name: string, fallback: string) => string;

/** How a chart is named without its page. */
interface ChartNames {
  /** What the chart is about. */
  name: string;
  /** The subject in the heading, if it is not the name. */
  about?: string;
  /** The path of the page. */
  path: string;
  /** The period of the data. */
  span: ComponentChildren;
  /** Whether a line above the chart has the names of its parts, also if only in narrow frames. */
  hasNames?: boolean;
}

/** A chart of a page, to show it without the page. */
export interface SharedChart extends ChartNames {
  /** The heading of a picture. */
  heading: string;
  /** The time zone of a chart that no script converts. */
  zone: string | undefined;
  panel: VNode;
}

/**
 * A kind of page. Its files, frames, pictures and codes follow from it. `Subject` is what an address names, and `View`
 * the data of the charts.
 */
export interface PageKind<
  Source = unknown,
  Params = object,
  PageQuery = object,
  Subject = unknown,
  View = unknown,
  Query = object,
> {
  /** The path of the page, without a slash at its start. */
  path: string;
  /** The sentence that readers see if the page fails. */
  failure: string;
  units?: UnitRule;
  /** The group of pages that are invalidated together. */
  group?: string;
  /** The classes of what is in an address. Pages can have more parameters than files, frames and pictures. */
  params?: Type<Params>;
  pageQuery?: Type<PageQuery>;
  query?: Type<Query>;
  /** The class with the services. */
  source: Type<Source>;
  show(source: Source, params: Params, query: PageQuery): Promise<VNode>;
  /**
   * Renders the live parts of the page only. Each has an ID. The first one is a `LivePart`, with the path of the parts while something is
   * live.
   */
  showLive?(source: Source, params: Params, query: PageQuery): Promise<VNode>;
  /** Returns what has a similar name, for the page about an unknown name. */
  listSimilar?(source: Source, name: string): Promise<UnknownNameException['similar']>;
  /** The path of the pages of months with a board, if an address can name a month. */
  months?: string;
  panels?: readonly PanelDefinition<never, Source, Subject>[];
  subjectOf?(params: Params, query: Query, source: Source): Subject;
  charts?: KindCharts<Source, Subject, View>;
  /** The file of a page with a list. */
  list?: { name: string; open(sources: ListSources, query: BoardQuery & LiveFilter & { q: string }): FileTable };
  /** Returns the picture for links to the page, if they do not have the picture of the site. */
  loadCard?(source: Source, subject: Subject): Promise<Card>;
}

/** The panels that have frames and pictures, and the data that all of them show. */
interface KindCharts<Source, Subject, View> {
  panels: readonly ChartDefinition<View, Source, Subject>[];
  load(source: Source, subject: Subject): Promise<View>;
  /** Returns the names of a chart, and the view with written names if the chart shows any. */
  write(view: View, write: WriteName): ChartNames & { view?: View };
}

/** A kind of page with a list. */
export type ListKind<Query> = PageKind<ListSources, object, Query>;
