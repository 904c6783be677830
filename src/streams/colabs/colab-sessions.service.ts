import { Injectable } from '@nestjs/common';
import { truncateList } from '../../http/lists/truncate-list.js';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSession } from './colab-session.response.js';
import { TimeRange } from '../../figures/time.js';
import { requireStream, parseStreamId } from '../detail/unknown-stream.js';

const maxSessions = 1_000;

/** A session can have 1,000 participants. The names of 1,000 such sessions would take seconds. */
export const sessionsPerQuery = 100;

@Injectable()
export class ColabSessionsService {
  constructor(private readonly repository: ColabSessionsRepository) {}

  /** Returns the first sessions, at most 1,000, earliest first. Throws a NotFoundException for an unknown stream. */
  async listOfStream(idText: string): Promise<ColabSession[]> {
    const id = parseStreamId(idText);
    const sessions: ColabSession[] = [];
    for (;;) {
      const next = requireStream(await this.repository.listOfStream(id, sessionsPerQuery, sessions.length));
      sessions.push(...next);
      const listed = truncateList(sessions);
      const isLast = next.length < sessionsPerQuery || sessions.length >= maxSessions;
      if (isLast || listed.length < sessions.length) return listed;
    }
  }

  /** Returns sessions of a streamer in a window, newest first; [] for an unknown streamer. */
  listOfStreamer(name: string, window: TimeRange, limit: number, offset?: number): Promise<ColabSession[]> {
    return this.repository.listOfStreamer(name, window, limit, offset);
  }
}
