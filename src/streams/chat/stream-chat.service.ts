import { Injectable } from '@nestjs/common';
import { chatIntervalSeconds } from '../../figures/chat-intervals.js';
import { parseStreamId, requireStream } from '../detail/unknown-stream.js';
import { StreamViewersService } from '../viewers/stream-viewers.service.js';
import { toTimestamp } from '../viewers/viewer-point.response.js';
import { ChatInterval } from './chat-interval.response.js';
import { StreamChat, StreamChatRepository } from './stream-chat.repository.js';

const intervalMs = 1_000 * chatIntervalSeconds;

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
  const intervals: ChatInterval[] = [];
  if (columns === null) return intervals;
  const startMs = Date.parse(started_at);
  const missed = gaps.map(({ from, until }) => [Date.parse(from), Date.parse(until)] as const);
  columns.messages.forEach((messages, i) => {
    if (messages === null) return;
    const fromMs = startMs + i * intervalMs;
    const created_at = new Date(fromMs).toISOString();
    intervals.push({
      created_at,
      timestamp: toTimestamp(i * chatIntervalSeconds),
      messages,
      chatters: columns.chatters[i] ?? 0,
      deleted_messages: columns.deleted[i] ?? 0,
      shared_messages: columns.shared[i] ?? 0,
      viewers: viewers.get(created_at) ?? null,
      is_complete: missed.every(([from, until]) => until <= fromMs || from >= fromMs + intervalMs),
    });
  });
  return intervals;
}
