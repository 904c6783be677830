import { Injectable } from '@nestjs/common';
import { parseId } from '../database/identifiers.js';
import { firstWithinBytes } from '../http/first-within.js';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSession } from './dto/colab-session.response.js';
import { Window } from './thirty-day-window.js';
import { unknownStream } from './unknown-stream.js';

const mostSessions = 1_000;

@Injectable()
export class ColabSessionsService {
  constructor(private readonly repository: ColabSessionsRepository) {}

  /** The first sessions of a stream, at most 1,000, earliest first. Throws a NotFoundException for an unknown stream. */
  async listOfStream(idText: string): Promise<ColabSession[]> {
    const id = parseId(idText);
    const sessions = id === null ? null : await this.repository.listOfStream(id, mostSessions);
    if (sessions === null) throw unknownStream();
    return firstWithinBytes(sessions);
  }

  /** The newest sessions in which a streamer took part with a stream of a window, newest first. [] for an unknown streamer. */
  listOfStreamer(name: string, window: Window, limit: number): Promise<ColabSession[]> {
    return this.repository.listOfStreamer(name, window, limit);
  }
}
