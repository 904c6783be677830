import { Injectable } from '@nestjs/common';
import { JsonText } from '../database/json-text.js';
import { LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardRepository } from './leaderboard.repository.js';

@Injectable()
export class LeaderboardService {
  constructor(private readonly repository: LeaderboardRepository) {}

  async findPage({ sort, limit, cursor }: LeaderboardQuery): Promise<JsonText<LeaderboardPage>> {
    const { entries, count, hasMore } = await this.repository.rankEntries(sort, cursor, limit);
    return JsonText.object<LeaderboardPage>({ items: entries, hasMore, nextCursor: cursor + count });
  }
}
