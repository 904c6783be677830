import { Injectable } from '@nestjs/common';
import type { ComponentChildren, VNode } from 'preact';
import { compareGraphs, titleOf } from '../compare/graphs/compare-graphs.js';
import { comparePath } from '../compare/compare-paths.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { CompareGraph, CompareQuery } from '../compare/compare.query.js';
import { nameOf } from '../compare/compared.js';
import { EventViewers, eventTitle } from '../events/event-viewers.js';
import { EventViewLoader } from '../events/event-view.js';
import { TimeRange } from '../../charts/axes.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { streamerPath, streamPath, withQuery } from '../parts/names/link.js';
import { Day } from '../parts/moments.js';
import { plainText } from '../parts/names/texts.js';
import { hoursTitle } from '../parts/panels/hours-panel.js';
import { periodUnit } from '../parts/periods.js';
import { StreamViewLoader } from '../stream/stream-view.js';
import { StreamViewersPanel } from '../stream/viewers-panel.js';
import { AirtimePanel } from '../streamer/panels/airtime-panel.js';
import { CalendarPanel } from '../streamer/panels/calendar-panel.js';
import { FollowersPanel } from '../streamer/panels/followers-panel.js';
import { WeekHoursPanel } from '../streamer/panels/hours-panel.js';
import { rangeText } from '../streamer/streamer.query.js';
import { StreamerViewLoader } from '../streamer/streamer-view.js';
import { ViewersPanel, viewersTitle } from '../streamer/panels/viewers-panel.js';

const streamerPanels = {
  followers: FollowersPanel,
  viewers: ViewersPanel,
  airtime: AirtimePanel,
  hours: WeekHoursPanel,
  calendar: CalendarPanel,
};
export type StreamerGraph = keyof typeof streamerPanels;
export const streamerGraphs = Object.keys(streamerPanels) as StreamerGraph[];

/** Return the titles of the charts for a range, for headings and codes. */
const titles: Readonly<Record<StreamerGraph, (span: TimeRange) => string>> = {
  followers: () => 'Followers',
  viewers: viewersTitle,
  airtime: (span) => hoursTitle(periodUnit(span)),
  hours: () => 'Hours of the week, UTC',
  calendar: () => 'Days with a stream, UTC',
};

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
  ) {}

  async ofStreamer(login: string, graph: StreamerGraph, range: string, write: WriteName): Promise<SharedChart> {
    const view = await this.streamers.loadCharts(login, range);
    const name = write(view.streamer.display_name, view.streamer.name);
    const Panel = streamerPanels[graph];
    const span = graph === 'calendar' ? 'last 12 months' : rangeText(range);
    return {
      name,
      heading: `${titles[graph](view.span)}: ${name}, ${span}`,
      path: withQuery(streamerPath(view.streamer), { range: range === '30' ? undefined : range }),
      span,
      panel: <Panel view={view} />,
    };
  }

  async ofStream(id: string, write: WriteName): Promise<SharedChart> {
    const view = await this.streams.load(id);
    const { title, started_at } = view.stream;
    const name = write(view.streamer.display_name, view.streamer.name);
    return {
      name: `${name}: ${plainText(title ?? '') || 'stream without a title'}`,
      heading: `Viewers of ${name} in the stream of ${fullDay(new Date(started_at))}`,
      path: streamPath(id),
      span: <Day at={started_at} />,
      panel: <StreamViewersPanel view={view} />,
    };
  }

  async ofComparison(graph: CompareGraph, query: CompareQuery, write: WriteName): Promise<SharedChart> {
    const view = await this.comparisons.load(query);
    const compared = view.compared.map(({ streamer, ...one }) => ({
      ...one,
      streamer: { ...streamer, display_name: write(streamer.display_name, streamer.name) },
    }));
    const names = compared.map(nameOf).join(', ');
    const span = rangeText(query.days);
    return {
      name: names || 'Comparison',
      heading: `${titleOf(view, graph)}: ${names}, ${span}`,
      path: comparePath(compared, query),
      span,
      panel: compareGraphs({ ...view, compared })[graph],
      hasNames: compared.length > 1,
    };
  }

  async ofEvent(id: string, write: WriteName): Promise<SharedChart> {
    const view = await this.events.load(id);
    const layers = view.layers.map(({ stream, ...measured }) => ({
      ...measured,
      stream: { ...stream, display_name: write(stream.display_name, stream.streamer_id) },
    }));
    const title = write(view.event.title, `event ${id}`);
    return {
      name: title,
      heading: `${eventTitle(view)}: ${title}`,
      path: `/events/${id}`,
      span: <Day at={view.event.started_at} />,
      panel: <EventViewers view={{ ...view, layers }} />,
      hasNames: true,
    };
  }
}
