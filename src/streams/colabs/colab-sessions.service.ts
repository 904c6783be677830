import { Injectable } from '@nestjs/common';
import { truncateList } from '../../http/lists/truncate-list.js';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSession } from './colab-session.response.js';
import { Window } from '../../figures/windows.js';
import { requireStream, streamIdOf } from '../detail/unknown-stream.js';

const maxSessions = 1_000;

@Injectable()
export class ColabSessionsService {
  constructor(private readonly repository: ColabSessionsRepository) {}

  /** Returns the first sessions, at most 1,000, earliest first. Throws a NotFoundException for an unknown stream. */
  async listOfStream(id: string): Promise<ColabSession[]> {
    return truncateList(requireStream(await this.repository.listOfStream(streamIdOf(id), maxSessions)));
  }

  /** Returns the newest sessions of a streamer in a window, newest first; [] for an unknown streamer. */
  listOfStreamer(name: string, window: Window, limit: number): Promise<ColabSession[]> {
    return this.repository.listOfStreamer(name, window, limit);
  }
}
