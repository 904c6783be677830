import { countText } from '../../../charts/labels/number-labels.js';
import { plainText } from '../../../streams/shown-text.js';
import { Time } from '../../parts/moments.js';
import { Link, streamPath } from '../../parts/names/link.js';
import { UntrustedText } from '../../parts/names/texts.js';
import { Count } from '../../parts/numbers.js';
import { newestOnly } from '../../parts/panels/thinned.js';
import { writeCalendarRange } from '../../parts/ranges/calendar-range.js';
import { readPageRange } from '../../parts/ranges/page-range.js';
import { Tiles } from '../../parts/tiles.js';
import { PeriodFigures } from '../records.js';
import { StreamerPanel, StreamerView, viewPath } from '../streamer-view.js';

/** The best month, week, game and stream of all time. */
export const recordsPanel: StreamerPanel = {
  id: 'records',
  title: 'Records',
  about: 'records',
  wide: true,
  isOnPage: ({ records = {} }) => Object.values(records).some((record) => record !== undefined),
  hasData: () => true,
  show: (view) => ({
    note: `By average viewers: whole months and weeks (${view.zone}), games of two or more streams, streams of an hour or more that are over.${newestOnly(view.outlines)}`,
    children: <Tiles tiles={tilesOf(view)} />,
  }),
};

function tilesOf(view: StreamerView) {
  const { month, week, game, stream } = view.records ?? {};
  return [
    { name: 'Best month', best: month, place: month && <PeriodLink {...{ view, unit: 'month' }} of={month} /> },
    { name: 'Best week', best: week, place: week && <PeriodLink {...{ view, unit: 'week' }} of={week} /> },
    {
      name: 'Best game',
      best: game,
      place: game && (
        <>
          <Link to={`${viewPath(view, { games: 'avg_viewers', games_cursor: 0 })}#games`}>
            <UntrustedText text={game.name} empty="Unnamed game" />
          </Link>
          , {countText(game.stream_count, 'stream')}
        </>
      ),
    },
    {
      name: 'Best stream',
      best: stream,
      place: stream && (
        <>
          <Link to={streamPath(stream.id)}>
            <Time at={stream.started_at} form="date" />
          </Link>
          {plainText(stream.game_name) && (
            <>
              , <UntrustedText text={stream.game_name} empty="" />
            </>
          )}
        </>
      ),
    },
  ].flatMap(({ name, best, place }) =>
    best ? [{ name, value: <Count value={best.avg_viewers} />, note: place }] : [],
  );
}

function PeriodLink({ of, unit, view }: { of: PeriodFigures; unit: 'month' | 'week'; view: StreamerView }) {
  const [from, to] = of.period.dates.map((date) => new Date(date)) as [Date, Date];
  const range = writeCalendarRange({ unit, from, to });
  return <Link to={viewPath(view, { range, cursor: 0, games_cursor: 0 })}>{readPageRange({ range }).noun}</Link>;
}
