import { Injectable } from '@nestjs/common';
import { toPage } from '../http/page.js';
import { LeaderboardPage } from './dto/leaderboard-page.response.js';
import { LeaderboardQuery } from './dto/leaderboard.query.js';
import { LeaderboardRepository } from './leaderboard.repository.js';

@Injectable()
export class LeaderboardService {
  constructor(private readonly repository: LeaderboardRepository) {}

  async findPage({ sort, limit, cursor, days }: LeaderboardQuery): Promise<LeaderboardPage> {
    return toPage(await this.repository.rankEntries(sort, cursor, limit + 1, days), cursor, limit);
  }
}
