import { Injectable } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import { platformTitles } from '../../config/platforms.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { compareCharts } from '../compare/compare-panels.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { comparePath, CompareQuery } from '../compare/compare.query.js';
import { nameOf } from '../compare/compared.js';
import { eventCharts } from '../events/event-panels.js';
import { EventViewLoader } from '../events/event-view.js';
import { Day } from '../parts/moments.js';
import { pathTo, streamerPath, streamPath } from '../parts/names/link.js';
import { plainText, untitled } from '../../streams/shown-text.js';
import { PanelDefinition, panelTitle, ShownPanel } from '../parts/panels/shown-panel.js';
import { PageRange, readPageRange } from '../parts/ranges/page-range.js';
import { streamCharts } from '../stream/stream-panels.js';
import { StreamViewLoader } from '../stream/stream-view.js';
import { streamerCharts } from '../streamer/streamer-panels.js';
import { StreamerViewLoader } from '../streamer/streamer-view.js';
import { StreamerQuery } from '../streamer/streamer.query.js';
import { totalsCharts } from '../totals/totals-panels.js';
import { TotalsPageQuery } from '../totals/totals.query.js';
import { TotalsViewLoader } from '../totals/totals-view.js';

/** A chart of a page, to show it without the page. */
export interface SharedChart {
  /** What the chart is about. */
  name: string;
  /** The heading of a picture. */
  heading: string;
  /** The path of the page. */
  path: string;
  /** The period of the data. */
  span: ComponentChildren;
  panel: VNode;
  /** Whether a line above the chart has the names of its parts, also if only in narrow frames. */
  hasNames?: boolean;
}

/** Writes the name of a streamer or an event. */
export type WriteName = (name: string, fallback: string) => string;

export const plainName: WriteName = (name, fallback) => plainText(name, fallback);

/** Loads charts of the pages for frames of other sites and for pictures. */
@Injectable()
export class SharedCharts {
  constructor(
    private readonly streamers: StreamerViewLoader,
    private readonly streams: StreamViewLoader,
    private readonly events: EventViewLoader,
    private readonly comparisons: CompareViewLoader,
    private readonly totals: TotalsViewLoader,
  ) {}

  async ofStreamer(login: string, graph: string, range: PageRange, write: WriteName): Promise<SharedChart> {
    const view = await this.streamers.loadCharts(login, range);
    const name = write(view.streamer.display_name, view.streamer.name);
    const path = pathTo(streamerPath(view.streamer), range.query, new StreamerQuery());
    return shareChart(streamerCharts, graph, view, { name, path, span: range.title });
  }

  async ofStream(id: string, graph: string, write: WriteName): Promise<SharedChart> {
    const view = await this.streams.load(id);
    const { title, started_at } = view.stream;
    const name = write(view.streamer.display_name, view.streamer.name);
    return shareChart(streamCharts, graph, view, {
      name: `${name}: ${plainText(title, untitled.stream)}`,
      about: `${name}, stream of ${fullDay(new Date(started_at))}`,
      path: streamPath(id),
      span: <Day at={started_at} />,
    });
  }

  async ofComparison(graph: string, query: CompareQuery, write: WriteName): Promise<SharedChart> {
    const loaded = await this.comparisons.load(query);
    const compared = loaded.compared.map(({ streamer, ...one }) => ({
      ...one,
      streamer: { ...streamer, display_name: write(streamer.display_name, streamer.name) },
    }));
    const names = compared.map(nameOf).join(', ');
    const view = { ...loaded, compared };
    return shareChart(compareCharts, graph, view, {
      ...{ name: names || 'Comparison', about: names, span: view.options.range.title },
      ...{ path: comparePath(compared, view.options), hasNames: compared.length > 1 },
    });
  }

  async ofTotals(graph: string, query: TotalsPageQuery): Promise<SharedChart> {
    const view = await this.totals.load(query);
    const ofPlatform = query.platform === undefined ? '' : ` of ${platformTitles[query.platform]}`;
    return shareChart(totalsCharts, graph, view, {
      ...{ name: `Totals${ofPlatform}`, about: `totals${ofPlatform}`, span: readPageRange(query).title },
      path: pathTo('/totals', { ...query }, new TotalsPageQuery()),
    });
  }

  async ofEvent(id: string, graph: string, write: WriteName): Promise<SharedChart> {
    const view = await this.events.load(id);
    const layers = view.layers.map(({ stream, ...measured }) => ({
      ...measured,
      stream: { ...stream, display_name: write(stream.display_name, stream.streamer_id) },
    }));
    const name = write(view.event.title, `event ${id}`);
    const span = <Day at={view.event.started_at} />;
    return shareChart(eventCharts, graph, { ...view, layers }, { name, path: `/events/${id}`, span, hasNames: true });
  }
}

/** Returns one of the charts of a page. `about` is its subject in the heading, if not the name. */
function shareChart<View>(
  charts: readonly PanelDefinition<View>[],
  graph: string,
  view: View,
  { about, ...chart }: Omit<SharedChart, 'heading' | 'panel'> & { about?: string },
): SharedChart {
  const panel = charts.find(({ id }) => id === graph);
  if (panel === undefined) throw new Error(`No chart has the ID ${graph}.`);
  const span = panel.period ?? chart.span;
  const subject = [about ?? chart.name, ...(typeof span === 'string' ? [span] : [])].join(', ');
  return {
    ...{ ...chart, span, heading: `${panelTitle(panel, view)}: ${subject}` },
    panel: <ShownPanel panel={panel} view={view} />,
  };
}
