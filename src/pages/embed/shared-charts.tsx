import { Injectable } from '@nestjs/common';
import type { VNode } from 'preact';
import { CompareGraph, compareGraphs, scalesOf } from '../compare/compare-graphs.js';
import { comparePath } from '../compare/compare-paths.js';
import { CompareViewLoader } from '../compare/compare-view.js';
import { CompareQuery } from '../compare/compare.query.js';
import { Compared, nameOf } from '../compare/compared.js';
import { scaleNotes } from '../compare/scaled.js';
import { EventViewers } from '../events/event-viewers.js';
import { EventViewLoader } from '../events/event-view.js';
import { fullDay } from '../../charts/time-labels.js';
import { streamerPath, streamPath, withQuery } from '../parts/link.js';
import { plainText } from '../parts/texts.js';
import { drawableName } from '../previews/drawable-text.js';
import { StreamViewLoader } from '../stream/stream-view.js';
import { ViewersPanel as StreamViewers } from '../stream/viewers-panel.js';
import { AirtimePanel } from '../streamer/airtime-panel.js';
import { FollowersPanel } from '../streamer/followers-panel.js';
import { HoursPanel } from '../streamer/hours-panel.js';
import { rangeText } from '../streamer/streamer.query.js';
import { StreamerViewLoader } from '../streamer/streamer-view.js';
import { ViewersPanel } from '../streamer/viewers-panel.js';

const streamerPanels = { followers: FollowersPanel, viewers: ViewersPanel, airtime: AirtimePanel, hours: HoursPanel };
export type StreamerGraph = keyof typeof streamerPanels;
export const streamerGraphs = Object.keys(streamerPanels) as StreamerGraph[];

/** The names of the charts in headings and codes. */
export const chartNames: Readonly<Record<StreamerGraph, string>> = {
  followers: 'Followers',
  viewers: 'Viewers',
  airtime: 'Hours streamed',
  hours: 'Hours of the week',
};

/** A comparison has the hours of each week or month under the name that a streamer's hours of the week have. */
export function comparedName(graph: StreamerGraph): string {
  return graph === 'hours' ? chartNames.airtime : chartNames[graph];
}

const legendHeight = 24;

/** A chart of a page, to show it without the page. */
export interface SharedChart {
  /** What the chart is about. */
  name: string;
  /** The heading of a picture, in letters that pictures can draw. */
  heading: string;
  /** The path of the page. */
  path: string;
  /** The period of the data in words. */
  span?: string;
  panel: VNode;
  /** Pixels of the panel beside the chart, such as a legend. */
  extra?: number;
}

function drawable(one: Compared): Compared {
  const { display_name, name } = one.streamer;
  return { ...one, streamer: { ...one.streamer, display_name: drawableName(display_name, name) } };
}

/** Loads charts of the pages for frames of other sites and for pictures. */
@Injectable()
export class SharedCharts {
  constructor(
    private readonly streamers: StreamerViewLoader,
    private readonly streams: StreamViewLoader,
    private readonly events: EventViewLoader,
    private readonly comparisons: CompareViewLoader,
  ) {}

  async ofStreamer(login: string, graph: StreamerGraph, range: string): Promise<SharedChart> {
    const view = await this.streamers.load(login, { range, cursor: 0 });
    const { name, display_name } = view.streamer;
    const Panel = streamerPanels[graph];
    const span = graph === 'hours' && range === 'all' ? undefined : rangeText(range);
    return {
      name: plainText(display_name) || name,
      heading: `${chartNames[graph]} of ${drawableName(display_name, name)}, ${rangeText(range)}${graph === 'hours' ? ', UTC' : ''}`,
      path: withQuery(streamerPath(view.streamer), { range: range === '30' ? undefined : range }),
      ...(span && { span }),
      panel: <Panel view={view} />,
    };
  }

  async ofStream(id: string): Promise<SharedChart> {
    const view = await this.streams.load(id);
    const { title, user_display_name, started_at } = view.stream;
    const name = plainText(user_display_name ?? '') || view.streamer.name;
    return {
      name: `${name}: ${plainText(title ?? '') || 'stream without a title'}`,
      heading: `Viewers of ${drawableName(name, view.streamer.name)} in the stream of ${fullDay(new Date(started_at))}`,
      path: streamPath(id),
      panel: <StreamViewers view={view} />,
    };
  }

  /** A picture names the streamers in letters that pictures can draw. */
  async ofComparison(graph: CompareGraph, query: CompareQuery, isPicture = false): Promise<SharedChart> {
    const found = await this.comparisons.load(query);
    const compared = isPicture ? found.compared.map(drawable) : found.compared;
    const view = { ...found, compared };
    const span = rangeText(query.days);
    const scale = graph === 'hours' ? '' : scaleNotes[scalesOf(view)[graph]];
    return {
      name: compared.map(nameOf).join(', ') || 'Comparison',
      heading: `${comparedName(graph)} of ${compared.map(nameOf).join(', ')}, ${span}${scale}`,
      path: comparePath(compared, query),
      span,
      panel: compareGraphs(view)[graph],
    };
  }

  async ofEvent(id: string): Promise<SharedChart> {
    const view = await this.events.load(id);
    const title = plainText(view.event.title) || 'Untitled event';
    return {
      name: title,
      heading: `Viewers of ${drawableName(title, 'the event')}`,
      path: `/events/${id}`,
      panel: <EventViewers view={view} />,
      extra: legendHeight,
    };
  }
}
