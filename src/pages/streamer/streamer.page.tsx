import type { VNode } from 'preact';
import { GamesContext } from '../parts/names/game-name.js';
import { joined } from '../sentences/lead.js';
import { Layout } from '../layout/layout.js';
import { Avatar, CompareLink } from '../parts/names/streamer-name.js';
import { Choice } from '../parts/panels/choice.js';
import { listTitle } from '../parts/lists/list-panel.js';
import { ColabsPanel } from '../parts/lists/colabs-panel.js';
import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { Link, streamerPath, streamPath, withQuery } from '../parts/names/link.js';
import { LiveMark } from '../parts/names/live-mark.js';
import { airtimeText, Moment } from '../parts/moments.js';
import { Name, plainText } from '../parts/names/texts.js';
import { shownFigures } from '../parts/figures.js';
import { figureOf } from '../parts/window-figures.js';
import { streamerPreview } from '../previews/preview-paths.js';
import { AirtimePanel } from './panels/airtime-panel.js';
import { CalendarPanel } from './panels/calendar-panel.js';
import { EventsPanel, PartnersPanel } from './panels/short-lists.js';
import { FigureTiles } from './figure-tiles.js';
import { FollowersPanel } from './panels/followers-panel.js';
import { GamesPanel } from './panels/games-panel.js';
import { WeekHoursPanel } from './panels/hours-panel.js';
import { KnownPanel } from './panels/known-panel.js';
import { ranges, rangeText, StreamSort } from './streamer.query.js';
import { StreamerSentence } from '../sentences/streamer-sentence.js';
import { panelFiles, StreamerView, streamsOfRange } from './streamer-view.js';
import { StreamsPanel } from './panels/streams-panel.js';
import { ViewersPanel } from './panels/viewers-panel.js';

/** The figures of a streamer over time, and their usual live hours. */
export function StreamerPage({ view }: { view: StreamerView }) {
  const { streamer, query } = view;
  const display = plainText(streamer.display_name) || streamer.name;
  return (
    <Layout
      title={listTitle(`${display}, ${rangeText(query.range)}${orderText(query.sort)}`, query.cursor)}
      description={`${display}: ${describe(view)}.`}
      path={streamerPath(streamer)}
      preview={streamerPreview(streamer)}
      data={streamsOfRange(view)}
      csv
      charts
    >
      <Head view={view} />
      <StreamerSentence view={view} />
      <FigureTiles view={view} />
      <GamesContext.Provider value={view.games}>
        <Panels view={view} />
      </GamesContext.Provider>
    </Layout>
  );
}

/** The panels. Without streams in the range, a sentence replaces the panels without data. */
function Panels({ view }: { view: StreamerView }) {
  const { streamer, outlines, times, yearTimes, followers, streams, partners, events, colabs } = view;
  const all: readonly (readonly [name: string, data: readonly unknown[], panel: VNode])[] = [
    ['viewers', outlines, <ViewersPanel view={view} />],
    ['followers', followers, <FollowersPanel view={view} />],
    ['hours streamed', times, <AirtimePanel view={view} />],
    ['hours of the week', times, <WeekHoursPanel view={view} />],
    ['days with a stream', yearTimes, <CalendarPanel view={view} />],
    ['games', outlines, <GamesPanel view={view} />],
    ['streams', streams.items, <StreamsPanel view={view} />],
    ['sponsors', partners, <PartnersPanel view={view} />],
    ['events', events, <EventsPanel view={view} />],
    [
      'collaborations',
      colabs,
      <ColabsPanel files={panelFiles(view, 'collaborations')} colabs={colabs} without={streamer.id} />,
    ],
  ];
  const isEmpty = outlines.length === 0;
  const missing = all.filter(([, data]) => isEmpty && data.length === 0).map(([name]) => name);
  return (
    <>
      {missing.length === 0 ? null : <p class="empty">No data: {joined(missing)}.</p>}
      <div class="panels">
        {all.map(([name, , panel]) => (missing.includes(name) ? null : panel))}
        <KnownPanel view={view} />
      </div>
    </>
  );
}

/** Writes the order of the streams, if it is not the usual one. */
function orderText(sort: StreamSort): string {
  if (sort === 'started') return '';
  return `, streams by ${sort === 'minutes' ? 'length' : shownFigures[sort].name.toLowerCase()}`;
}

/** Writes the figures of the range, without those that are nothing to show. */
function describe({ range, figures, outlines, live }: StreamerView): string {
  const span = range === 'all' ? 'of all time' : `in the last ${range} days`;
  if (figures.stream_count === 0)
    return live ? `live since ${fullDay(new Date(live.started_at))}` : `no streams ${span}`;
  const average = figureOf(figures, 'avg_viewers', outlines);
  const peak = figureOf(figures, 'peak_viewers', outlines);
  return [
    ...(average === null ? [] : [`${countText(average, 'viewer')} on average`]),
    ...(peak === null ? [] : [`peak ${fullNumber(peak)}`]),
    `${airtimeText(figures.total_minutes)} streamed in ${countText(figures.stream_count, 'stream')} ${span}`,
  ].join(', ');
}

function Head({ view: { streamer, range, live } }: { view: StreamerView }) {
  const path = streamerPath(streamer);
  return (
    <div class="page-head">
      <Avatar name={streamer.display_name} image={streamer.profile_image} large />
      <div>
        <h1>
          <Name of={streamer} />
        </h1>
        <p class="muted">
          {streamer.name}
          {live || streamer.last_stream_at ? ' · ' : ''}
          {live ? (
            <Link to={streamPath(live.id)}>
              <LiveMark stream={streamer} text="Live now" />
            </Link>
          ) : streamer.last_stream_at ? (
            <>
              last stream <Moment at={streamer.last_stream_at} />
            </>
          ) : null}
        </p>
      </div>
      <CompareLink
        streamer={streamer}
        name={plainText(streamer.display_name) || streamer.name}
        days={range === 'all' ? '365' : range}
      />
      <Choice
        label="Range"
        chosen={rangeName(range)}
        options={ranges.map((value) => ({
          name: rangeName(value),
          title: value === 'all' ? 'All time' : `The last ${value} days`,
          to: withQuery(path, { range: value === '30' ? undefined : value }),
        }))}
      />
    </div>
  );
}

function rangeName(range: string): string {
  return range === 'all' ? 'All' : `${range} days`;
}
