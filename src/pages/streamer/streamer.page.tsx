import { streamerFeeds } from '../feeds/feed-links.js';
import { SubscribeMenu } from '../feeds/subscribe-menu.js';
import { GamesContext } from '../parts/names/game-name.js';
import { joined } from '../sentences/lead.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { Avatar, CompareLink } from '../parts/names/streamer-name.js';
import { citationOf, gainText } from '../parts/panels/citation.js';
import { panelTitle, ShownPanel } from '../parts/panels/shown-panel.js';
import { freezeRange, hasRecap, movingRanges, readPageRange } from '../parts/ranges/page-range.js';
import { KnownSince } from '../parts/ranges/known-since.js';
import { RangeRow } from '../parts/ranges/range-row.js';
import { listTitle } from '../parts/lists/paged-table.js';
import { countText, fullNumber } from '../../charts/labels/number-labels.js';
import { fullDay } from '../../charts/labels/time-labels.js';
import { withoutPrefix } from '../../config/platforms.js';
import { ChannelLink } from '../parts/platforms.js';
import { addressOf, Link, pathTo, streamerPath, streamPath, withoutDefaults } from '../parts/names/link.js';
import { airtimeText, computeLength, durationText } from '../parts/duration-text.js';
import { Moment } from '../parts/moments.js';
import { plainText } from '../../streams/shown-text.js';
import { Name } from '../parts/names/texts.js';
import { shownFigures } from '../parts/figures.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { previewOf } from '../previews/preview-paths.js';
import { FigureTiles } from './figure-tiles.js';
import { streamerPanels } from './streamer-panels.js';
import { StreamerNow } from './streamer-now.js';
import { StreamerQuery, StreamSort } from './streamer.query.js';
import { StreamerSentence } from '../sentences/streamer-sentence.js';
import { StreamerPanel, StreamerView, streamsOfRange, viewPath } from './streamer-view.js';
import { languageName } from '../parts/lists/selects.js';

interface StreamerPageProps {
  view: StreamerView;
  /** The data of panels, by ID. */
  data: ReadonlyMap<string, unknown>;
}

const first = { cursor: 0, games_cursor: 0 };

/** The figures of a streamer over time, and their usual live hours. */
export function StreamerPage({ view, data }: StreamerPageProps) {
  const { streamer, query, range } = view;
  const display = plainText(streamer.display_name, streamer.name);
  const fixed = range.call && range.query;
  return (
    <Layout
      title={listTitle(`${display}, ${range.title}${orderText(query.sort)}`, query.cursor)}
      description={`${display}: ${describe(view)}.`}
      path={pathTo(streamerPath(streamer), fixed)}
      preview={previewPath(view)}
      hidden={fixed !== undefined}
      data={streamsOfRange(view)}
      feeds={streamerFeeds(streamer, useSite().hasFeeds)}
      csv
      charts
      live={view.now !== undefined}
    >
      <Head view={view} />
      {view.now ? <StreamerNow now={view.now} /> : null}
      <RangeRow
        {...{ range, window: view.window, moving: movingRanges, since: view.knownSince, sent: query }}
        pathOf={(other) => viewPath(view, { ...first, tz: undefined, ...other })}
      >
        <KnownSince window={view.window} known={[{ since: view.knownSince }]} />
      </RangeRow>
      <StreamerSentence view={view} />
      <FigureTiles view={view} />
      <GamesContext.Provider value={view.games}>
        <Panels view={view} data={data} />
      </GamesContext.Provider>
    </Layout>
  );
}

/** The picture for links to the page. */
function previewPath({ streamer, range }: StreamerView): string {
  return pathTo(previewOf(streamerPath(streamer)), range.call && range.query);
}

/** The panels. Without streams in the range, a sentence replaces the panels without data. */
function Panels({ view, data }: StreamerPageProps) {
  const { streamer, range, outlines } = view;
  const panels = streamerPanels.filter((panel) => panel.isOnPage?.(view) ?? true);
  const isMissing = (panel: StreamerPanel) => outlines.length === 0 && !panel.hasData(view, data.get(panel.id));
  const missing = panels.filter(isMissing).map((panel) => panelTitle(panel, view).toLowerCase());
  const query = withoutDefaults(range.query, new StreamerQuery());
  const { now } = useSite();
  const cited = citationOf(
    {
      ...{
        name: plainText(streamer.display_name, streamer.name),
        figures: `${joinedFigures(view)}${gainText(view)}`,
      },
      ...{ since: view.knownSince, range, window: view.window, frozen: freezeRange(range, now, view.knownSince) },
      ...{ streams: outlines, isFinal: view.figures.is_final ?? false },
      pathOf: (fixed) => viewPath(view, { ...first, ...fixed }),
    },
    now,
  );
  const recap = hasRecap(range) ? { name: `Recap of ${range.noun}, PNG`, path: previewPath(view) } : undefined;
  const citation = { ...cited, recap };
  return (
    <>
      {missing.length === 0 ? null : <p class="empty">No data: {joined(missing)}.</p>}
      <div class="panels">
        {panels.map((panel) =>
          isMissing(panel) ? null : (
            <ShownPanel
              {...{ panel, view, query, citation, data: data.get(panel.id) }}
              of={`streamers/${addressOf(streamer)}`}
            />
          ),
        )}
      </div>
    </>
  );
}

/** Writes the order of the streams, if it is not the usual one. */
function orderText(sort: StreamSort): string {
  if (sort === 'started') return '';
  return `, streams by ${sort === 'minutes' ? 'length' : shownFigures[sort].name.toLowerCase()}`;
}

/** Writes the figures of the range in a sentence. */
function describe(view: StreamerView): string {
  const { range, figures, live } = view;
  if (figures.stream_count === 0 && live) return `live since ${fullDay(new Date(live.started_at))}`;
  return `${joinedFigures(view)} ${range.within}`;
}

/** Writes the figures, without those that are nothing to show. */
function joinedFigures({ figures, outlines }: StreamerView): string {
  if (figures.stream_count === 0) return 'no streams';
  const average = shownFigure(figures, 'avg_viewers', outlines);
  const peak = shownFigure(figures, 'peak_viewers', outlines);
  return [
    ...(average === null ? [] : [`${countText(average, 'viewer')} on average`]),
    ...(peak === null ? [] : [`peak ${fullNumber(peak)}`]),
    `${airtimeText(figures.total_minutes)} streamed in ${countText(figures.stream_count, 'stream')}`,
  ].join(', ');
}

function Head({ view }: { view: StreamerView }) {
  const { streamer, range, live, last } = view;
  return (
    <div class="page-head">
      <Avatar id={streamer.id} name={streamer.display_name} image={streamer.profile_image} large />
      <div>
        <h1>
          <Name of={streamer} />
        </h1>
        <p class="muted">
          {withoutPrefix(streamer.name)} on <ChannelLink {...streamer} />
          {streamer.language === null ? '' : ` · ${languageName(streamer.language)}`}
          {last && !live ? (
            <>
              {' · last stream '}
              <Link to={streamPath(last.id)}>
                <Moment at={last.started_at} />, {durationText(computeLength(last) ?? 0)}
              </Link>
            </>
          ) : null}
        </p>
      </div>
      <CompareLink
        streamer={streamer}
        name={plainText(streamer.display_name, streamer.name)}
        range={range.chosen === undefined ? readPageRange({ range: '365' }) : range}
      />
      <SubscribeMenu feeds={streamerFeeds(streamer, useSite().hasFeeds)} />
    </div>
  );
}
