import { Injectable } from '@nestjs/common';
import { chatIntervalSeconds } from '../../figures/chat-intervals.js';
import { parseStreamId, requireStream } from '../detail/unknown-stream.js';
import { StreamViewersService } from '../viewers/stream-viewers.service.js';
import { toTimestamp } from '../viewers/viewer-point.response.js';
import { ChatInterval } from './chat-interval.response.js';
import { StreamChat, StreamChatRepository } from './stream-chat.repository.js';

@Injectable()
export class StreamChatService {
  constructor(
    private readonly repository: StreamChatRepository,
    private readonly viewers: StreamViewersService,
  ) {}

  /**
   * Returns the intervals of a stream in which its chat was read, oldest first. Throws a NotFoundException for an unknown
   * stream.
   */
  async list(idText: string): Promise<ChatInterval[]> {
    const chat = requireStream(await this.repository.find(parseStreamId(idText)));
    if (chat.columns === null) return [];
    const points = await this.viewers.listAll(idText, 'fiveMinutes');
    return toIntervals(chat, new Map(points.map(({ created_at, viewers }) => [created_at, viewers])));
  }
}

function toIntervals({ started_at, columns, gaps }: StreamChat, viewers: ReadonlyMap<string, number>): ChatInterval[] {
  return (columns?.messages ?? []).flatMap((messages, i) => {
    if (messages === null) return [];
    const [start, end] = [i, i + 1].map((place) => startOf(started_at, place)) as [string, string];
    return {
      ...{ created_at: start, timestamp: toTimestamp(i * chatIntervalSeconds), messages },
      chatters: columns?.chatters[i] ?? 0,
      deleted_messages: columns?.deleted[i] ?? 0,
      shared_messages: columns?.shared[i] ?? 0,
      viewers: viewers.get(start) ?? null,
      is_complete: gaps.every(({ from, until }) => until <= start || from >= end),
    };
  });
}

function startOf(startedAt: string, place: number): string {
  return new Date(Date.parse(startedAt) + 1_000 * chatIntervalSeconds * place).toISOString();
}
