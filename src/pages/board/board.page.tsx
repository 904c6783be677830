import { countText } from '../../charts/labels/number-labels.js';
import { shortDay } from '../../charts/labels/time-labels.js';
import { sinceOf } from '../../figures/known-time.js';
import { defaultDays } from '../../figures/windows.js';
import { Page } from '../../http/lists/page.js';
import { RankedPage } from '../../leaderboard/leaderboard.service.js';
import { boardDays, changesOfFinalMonth } from '../../leaderboard/boards.js';
import { PlatformName, platformTitles } from '../../config/platforms.js';
import { Language } from '../../leaderboard/dto/language.response.js';
import { LeaderboardMonth } from '../../leaderboard/dto/leaderboard-month.response.js';
import { BoardSummary } from '../../leaderboard/board-summary.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { plainText } from '../../streams/shown-text.js';
import { WatchedPart } from '../../streams/live/watched-part.js';
import { boardColumns, rankItems } from '../columns/streamers.js';
import { shownFigures } from '../parts/figures.js';
import { SelectProps } from '../parts/lists/list-form.js';
import { ListPage } from '../parts/lists/list-page.js';
import { Age } from '../parts/moments.js';
import { boardPath, pathTo } from '../parts/names/link.js';
import { Choice } from '../parts/panels/choice.js';
import { BoardSentence } from '../sentences/board-sentence.js';
import { boardRowId, figuresOfMetrics } from './board-figures.js';
import { BoardKnownSince, citeBoard, knownWindow, monthSpan } from './known-board.js';
import { BoardQuery, minMinutesChoices } from './board.query.js';
import { LiveNow } from './live-now.js';
import { languageName, languageSelect, monthSelect, platformSelect } from '../parts/lists/selects.js';

/** The data of the leaderboard page. */
interface BoardPageProps {
  query: BoardQuery;
  list: RankedPage;
  live: Page<LiveStream>;
  watched: readonly WatchedPart[];
  /** The time of the newest data. */
  newest: string | null;
  months: readonly LeaderboardMonth[];
  languages: readonly Language[];
  platforms: readonly PlatformName[];
}

/** The live streams and the leaderboard. */
export function BoardPage({ query, list, live, watched, newest, months, languages, platforms }: BoardPageProps) {
  const { cursor, limit } = query;
  const selection = BoardQuery.toList(query);
  const { sort, days = defaultDays, month, language, platform } = selection;
  const counted = list.total === undefined ? 'Leaderboard' : countText(list.total, 'streamer');
  const known = list.board ? { window: knownWindow(list.board), since: sinceOf(list.board.known_since) } : undefined;
  const span = month === undefined ? `${days} days` : monthSpan(month, list.board);
  const of = [language && languageName(language), platform && platformTitles[platform]]
    .flatMap((name) => (name ? `, ${name}` : []))
    .join('');
  const by = `Leaderboard by ${shownFigures[figuresOfMetrics[sort]].name.toLowerCase()}`;
  const [first] = list.items;
  // Without the parameters that have no effect.
  const shown: BoardQuery = { limit, cursor, ...selection };
  const ranges = boardDays.map((choice) => ({
    name: `${choice} days`,
    to: pathTo(
      boardPath,
      { ...selection, month: undefined, days: choice === defaultDays ? undefined : choice, limit },
      new BoardQuery(),
    ),
  }));
  return (
    <ListPage
      page={{
        title: `${by}, ${span}${of}`,
        description: `${counted} by hours watched, viewers and followers ${month === undefined ? `in the last ${days} days` : `in ${span}`}, and who is live now.`,
        ...{ path: boardPath, section: 'Leaderboard' },
      }}
      heading="Leaderboard"
      choice={
        <>
          {list.board && <BoardKnownSince board={list.board} range={month && span} />}
          <Choice label="Range" chosen={span} options={ranges} />
        </>
      }
      call={pathTo('/v1/leaderboard', { ...selection, limit, cursor }, { days: defaultDays })}
      panel={{
        id: 'board',
        title: counted,
        about: 'rank',
        note: (
          <>
            <Freshness board={list.board} newest={newest} span={span} />
            {query.min_minutes !== selection.min_minutes && ' “At least” has an effect only in the order by averages.'}
          </>
        ),
      }}
      file={{ of: 'leaderboard', query: selection }}
      citation={citeBoard({
        ...{ board: list.board, range: month ?? String(days), name: by + of, counted, cursor },
        figure: figuresOfMetrics[sort],
        first: first && { name: plainText(first.display_name, first.name), value: first[sort] },
      })}
      {...{
        label: 'Leaderboard',
        columns: boardColumns,
        list: rankItems(list, cursor),
        query: shown,
        limit,
        defaults: new BoardQuery(),
        sorted: sort,
        selects: [
          hoursSelect(selection),
          monthSelect(months, month),
          languageSelect(languages, language),
          ...platformSelect(platforms, platform),
        ],
      }}
      idOf={boardRowId}
      empty={emptyText(selection, list)}
      after={
        !list.isCompared
          ? 'No changes of rank: too little is known'
          : month === undefined
            ? `▲▼ compares with the previous ${days} days; “new” means no streams in them`
            : '▲▼ compares with the previous month; “new” means not ranked in it'
      }
    >
      <BoardSentence
        entries={list.items}
        areAll={!list.hasMore}
        query={query}
        known={known && { ...known, span: month === undefined ? `the last ${days} days` : span }}
      />
      <LiveNow {...{ live, watched, platforms }} />
    </ListPage>
  );
}

/** A board of the previous release has no languages. */
function emptyText({ language, platform, min_minutes }: ReturnType<typeof BoardQuery.toList>, { board }: RankedPage) {
  if (language !== undefined && Object.keys(board?.languages ?? {}).length === 0)
    return 'The languages of this leaderboard are not known.';
  return (language ?? platform ?? min_minutes) === undefined
    ? 'No streamers on the leaderboard yet.'
    : 'No such streamers.';
}

/** Averages of a few hours are easy to reach, so the list by averages can leave them out. Readers choose order and minimum at once. */
function hoursSelect({ min_minutes }: Pick<BoardQuery, 'min_minutes'>): SelectProps {
  const options = minMinutesChoices.map((minutes) => [String(minutes), `${minutes / 60} h streamed`] as const);
  return {
    ...{ name: 'min_minutes', label: 'Averages: at least', chosen: String(min_minutes ?? '') },
    options: [['', 'Any time'], ...options],
  };
}

/** When the board was computed, and the age of the newest data. */
function Freshness({ board, newest, span }: { board: BoardSummary | null; newest: string | null; span: string }) {
  if (board === null) return <>The leaderboard has not been computed yet.</>;
  const { is_final, refreshed_at } = board;
  if (is_final) {
    return (
      <>
        {span}, final, computed {shortDay(new Date(refreshed_at))}. {changesOfFinalMonth}
      </>
    );
  }
  return (
    <>
      Computed <Age at={refreshed_at} />.{' '}
      {newest === null ? null : (
        <>
          Newest data <Age at={newest} />.
        </>
      )}
    </>
  );
}
