import { Injectable } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import { platformTitles } from '../../config/platforms.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { compareCharts } from '../compare/compare-panels.js';
import { comparePath } from '../compare/compare-paths.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { CompareQuery } from '../compare/compare.query.js';
import { nameOf } from '../compare/compared.js';
import { eventCharts } from '../events/event-panels.js';
import { EventViewLoader } from '../events/event-view.js';
import { Day } from '../parts/moments.js';
import { pathTo, streamerPath, streamPath } from '../parts/names/link.js';
import { plainText } from '../parts/names/texts.js';
import { panelTitle, ShownPanel } from '../parts/panels/shown-panel.js';
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

export const plainName: WriteName = (name, fallback) => plainText(name) || fallback;

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
    const panel = findChart(streamerCharts, graph);
    const view = await this.streamers.loadCharts(login, range);
    const name = write(view.streamer.display_name, view.streamer.name);
    const span = panel.period ?? range.title;
    return {
      name,
      heading: `${panelTitle(panel, view)}: ${name}, ${span}`,
      path: pathTo(streamerPath(view.streamer), range.query, new StreamerQuery()),
      span,
      panel: <ShownPanel panel={panel} view={view} />,
    };
  }

  async ofStream(id: string, graph: string, write: WriteName): Promise<SharedChart> {
    const panel = findChart(streamCharts, graph);
    const view = await this.streams.load(id);
    const { title, started_at } = view.stream;
    const name = write(view.streamer.display_name, view.streamer.name);
    return {
      name: `${name}: ${plainText(title ?? '') || 'stream without a title'}`,
      heading: `${panelTitle(panel, view)}: ${name}, stream of ${fullDay(new Date(started_at))}`,
      path: streamPath(id),
      span: <Day at={started_at} />,
      panel: <ShownPanel panel={panel} view={view} />,
    };
  }

  async ofComparison(graph: string, query: CompareQuery, write: WriteName): Promise<SharedChart> {
    const panel = findChart(compareCharts, graph);
    const loaded = await this.comparisons.load(query);
    const compared = loaded.compared.map(({ streamer, ...one }) => ({
      ...one,
      streamer: { ...streamer, display_name: write(streamer.display_name, streamer.name) },
    }));
    const view = { ...loaded, compared };
    const names = compared.map(nameOf).join(', ');
    const span = view.options.range.title;
    return {
      name: names || 'Comparison',
      heading: `${panelTitle(panel, view)}: ${names}, ${span}`,
      path: comparePath(compared, view.options),
      span,
      panel: <ShownPanel panel={panel} view={view} />,
      hasNames: compared.length > 1,
    };
  }

  async ofTotals(graph: string, query: TotalsPageQuery): Promise<SharedChart> {
    const panel = findChart(totalsCharts, graph);
    const view = await this.totals.load(query);
    const { platform } = query;
    const span = readPageRange(query).title;
    const ofPlatform = platform === undefined ? '' : ` of ${platformTitles[platform]}`;
    return {
      name: `Totals${ofPlatform}`,
      heading: `${panelTitle(panel, view)}: totals${ofPlatform}, ${span}`,
      path: pathTo('/totals', { ...query }, new TotalsPageQuery()),
      span,
      panel: <ShownPanel panel={panel} view={view} />,
    };
  }

  async ofEvent(id: string, graph: string, write: WriteName): Promise<SharedChart> {
    const panel = findChart(eventCharts, graph);
    const loaded = await this.events.load(id);
    const layers = loaded.layers.map(({ stream, ...measured }) => ({
      ...measured,
      stream: { ...stream, display_name: write(stream.display_name, stream.streamer_id) },
    }));
    const view = { ...loaded, layers };
    const title = write(view.event.title, `event ${id}`);
    return {
      name: title,
      heading: `${panelTitle(panel, view)}: ${title}`,
      path: `/events/${id}`,
      span: <Day at={view.event.started_at} />,
      panel: <ShownPanel panel={panel} view={view} />,
      hasNames: true,
    };
  }
}

function findChart<Chart extends { id: string }>(charts: readonly Chart[], id: string): Chart {
  const chart = charts.find((one) => one.id === id);
  if (chart === undefined) throw new Error(`No chart has the ID ${id}.`);
  return chart;
}
