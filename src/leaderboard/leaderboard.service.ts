import { Injectable } from '@nestjs/common';
import { Page, toPage } from '../http/lists/page.js';
import { BoardEntry } from './board-entry.js';
import { LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardRepository, Rank } from './leaderboard.repository.js';
import { BoardDays } from './boards.js';

@Injectable()
export class LeaderboardService {
  constructor(private readonly repository: LeaderboardRepository) {}

  async findPage({ sort, limit, cursor, days }: LeaderboardQuery): Promise<LeaderboardPage> {
    return toPage(await this.repository.rankEntries(sort, cursor, limit + 1, days), cursor, limit);
  }

  /** Returns a page for people, and the number of all entries. */
  async findBoard({ sort, limit, cursor, days }: LeaderboardQuery): Promise<Page<BoardEntry>> {
    const [entries, total] = await Promise.all([
      this.repository.rankDetails(sort, cursor, limit + 1, days),
      this.repository.countEntries(days),
    ]);
    return { ...toPage(entries, cursor, limit), total };
  }

  /** Returns the ID of the newest board, to see whether two reads were of the same board. */
  findBoardId(): Promise<string> {
    return this.repository.findBoardId();
  }

  /** Returns the rank of a streamer by watchtime; null for a streamer without streams in the window of the board. */
  findRank(name: string, days: BoardDays): Promise<Rank | null> {
    return this.repository.findRank(name, days);
  }
}
