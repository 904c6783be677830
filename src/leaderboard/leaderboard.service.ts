import { Injectable, NotFoundException } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { calendarMonth } from '../figures/calendar.js';
import { isComparable, sinceOf } from '../figures/known-time.js';
import { defaultDays, untilNow, windowBefore } from '../figures/windows.js';
import { Page, toPage } from '../http/lists/page.js';
import { PlatformName } from '../config/platforms.js';
import { BoardEntry } from './board-entry.js';
import { BoardSummary } from './board-summary.js';
import { BoardKey, keptEntries, leaderboardMetrics, unknownBoardMessage } from './boards.js';
import { Language } from './dto/language.response.js';
import { LeaderboardMonth } from './dto/leaderboard-month.response.js';
import { LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { RankedFigure, StreamerRank } from './dto/rank.response.js';
import { EntryPage, LeaderboardRepository, RankRow } from './leaderboard.repository.js';
import { requireStreamer } from '../http/errors/unknown-streamer.js';
import { LiveStreamsService } from '../streams/live/live-streams.service.js';

/** The place of a streamer on a board, by watchtime. */
export interface Rank {
  /** 1 is the highest watchtime. */
  rank: number;
  /** Number of streamers on the board. */
  entries: number;
  watchtime: number;
  /** The rank in the window before; null if the streamer had no streams then. */
  previous_rank: number | null;
  /** Whether enough is known of the window before for a change of rank. */
  is_compared: boolean;
}

/** A page of a board for people, and whether enough is known for changes of rank. */
export type RankedPage = Page<BoardEntry> & { board: BoardSummary | null; isCompared: boolean };

/** The query of a list of the leaderboard. */
export type EntriesQuery = Omit<LeaderboardQuery, 'limit' | 'cursor'> & { limit: number; cursor: number };

@Injectable()
export class LeaderboardService {
  constructor(
    private readonly repository: LeaderboardRepository,
    private readonly streams: LiveStreamsService,
    private readonly clock: Clock,
  ) {}

  /** Throws a NotFoundException for a month without a board. */
  async findPage(query: EntriesQuery): Promise<LeaderboardPage> {
    const page = pageOf(query);
    const { entries, positions } = await this.repository.rankEntries(page);
    if (query.month !== undefined && positions === null) throw new NotFoundException(unknownBoardMessage);
    return toRankedPage(entries, query, page, positions);
  }

  /** Returns a page for people with its board, and the number of entries if it is known. Throws like {@link findPage}. */
  async findBoard(query: EntriesQuery): Promise<RankedPage> {
    const page = pageOf(query);
    const [entries, board] = await Promise.all([
      this.repository.rankDetails(page),
      this.repository.findBoard(page.board, query.platform),
    ]);
    if (query.month !== undefined && board === null) throw new NotFoundException(unknownBoardMessage);
    const positions = query.month === undefined ? null : Math.min(board?.entries ?? 0, keptEntries);
    const total = page.filter ? undefined : (positions ?? board?.entries ?? 0);
    const isCompared = board !== null && isRankComparable(board, page.board);
    const compared = entries.map((entry) => ({ ...entry, is_compared: entry.is_compared && isCompared }));
    return { ...toRankedPage(compared, query, page, positions), total, board, isCompared };
  }

  /** Returns the months with a board, newest first. */
  listMonths(): Promise<LeaderboardMonth[]> {
    return this.repository.listMonths(this.clock.now());
  }

  /** Returns the languages of the board of thirty days, by the number of streamers, then by code. */
  async listLanguages(platform?: PlatformName): Promise<Language[]> {
    const [counts, live] = await Promise.all([this.countLanguages(platform), this.streams.countByLanguage(platform)]);
    const all = counts.map(([language, streamers]) => ({ language, streamers, live_streams: live.get(language) ?? 0 }));
    return all.sort((a, b) => b.streamers - a.streamers || (a.language < b.language ? -1 : 1));
  }

  private async countLanguages(platform?: PlatformName): Promise<[string, number][]> {
    if (platform === undefined) return Object.entries((await this.repository.findBoard(defaultDays))?.languages ?? {});
    const rows = await this.repository.countLanguages(platform);
    return rows.map(({ language, streamers }) => [language, streamers]);
  }

  /** Returns a board without its entries; null without one. */
  findSummary(board: BoardKey): Promise<BoardSummary | null> {
    return this.repository.findBoard(board);
  }

  /** Returns the ID of the newest board, to see whether two reads were of the same board. */
  findBoardId(board: BoardKey): Promise<string | null> {
    return this.repository.findBoardId(board);
  }

  /** Returns the ranks of a streamer. Throws a NotFoundException for an unknown streamer, and without a board. */
  async findRanks(name: string, board: BoardKey = defaultDays): Promise<StreamerRank> {
    const row = requireStreamer(await this.repository.findRanks(name, board));
    const { from, to, refreshed_at, entries, known_since } = row;
    if (from === null) throw new NotFoundException(unknownBoardMessage);
    return { from, to, refreshed_at, known_since, entries, items: rankedFigures(row, board) };
  }

  /** Returns the rank of a streamer by watchtime; null for a streamer who is not on the board, and without a board. */
  async findRank(name: string, board: BoardKey): Promise<Rank | null> {
    const found = await this.repository.findRanks(name, board);
    if (found === null || found.from === null) return null;
    const [first] = rankedFigures(found, board);
    if (first?.rank == null || first.value === null) return null;
    const is_compared = isRankComparable({ ...found, from: found.from }, board);
    const { rank, previous_rank } = first;
    return { rank, entries: found.entries, watchtime: first.value, previous_rank, is_compared };
  }
}

/** Returns whether enough is known of a board up to its refresh, and of the window before, to compare ranks. */
function isRankComparable(
  { refreshed_at, ...board }: Omit<BoardSummary, 'is_final' | 'games' | 'languages'>,
  key: BoardKey,
): boolean {
  const window = { from: Date.parse(board.from), to: Date.parse(board.to) };
  const before = typeof key === 'string' ? calendarMonth(key).before : windowBefore(window);
  return (
    isComparable(untilNow(window, new Date(refreshed_at)), sinceOf(board.known_since)) &&
    isComparable(before, sinceOf(board.previous_known_since))
  );
}

/** A month does not list the positions after those that it keeps. */
function rankedFigures({ values, positions, previous_positions }: RankRow, board: BoardKey): RankedFigure[] {
  const rankAt = (position: number | null | undefined) =>
    position != null && (typeof board === 'number' || position < keptEntries) ? position + 1 : null;
  return leaderboardMetrics.map((metric, i) => ({
    metric,
    value: values[i] ?? null,
    rank: rankAt(positions[i]),
    previous_rank: rankAt(previous_positions[i]),
  }));
}

function pageOf({ sort, limit, cursor, days, month, ...query }: EntriesQuery): EntryPage {
  const { language, platform, min_minutes: minMinutes, min_streams: minStreams } = query;
  const filter = { platform, language, minMinutes, minStreams };
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  const board = month ?? days ?? defaultDays;
  // The page of a month knows the number of positions. Otherwise, one more entry shows whether others follow.
  const more = month === undefined || isFiltered ? 1 : 0;
  return { board, sort, from: cursor, limit: limit + more, filter: isFiltered ? filter : undefined };
}

/** A streamer can be missing on a page of a month, after `npm run forget`, so its pages count positions and not entries. */
function toRankedPage<Entry>(
  entries: Entry[],
  { cursor, limit }: EntriesQuery,
  page: EntryPage,
  positions: number | null,
) {
  if (positions === null || page.filter) return toPage(entries, cursor, limit);
  const nextCursor = cursor + Math.max(0, Math.min(limit, positions - cursor));
  return { items: entries, hasMore: nextCursor < positions, nextCursor };
}
