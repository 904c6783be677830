import { Injectable } from '@nestjs/common';
import { PrismaService } from '../../database/prisma.service.js';
import { ChatColumns } from '../../figures/chat-intervals.js';
import { Prisma } from '../../generated/prisma/client.js';

/** The chat of a stream in intervals, and the times in which it was not read. */
export interface StreamChat {
  started_at: string;
  /** Null if the chat was not counted in intervals. */
  columns: ChatColumns | null;
  gaps: { from: string; until: string }[];
}

type ChatRow = { [Name in keyof ChatColumns]: ChatColumns[Name] | null } & {
  started_at: string;
  missed_from: string[];
  missed_until: string[];
};

@Injectable()
export class StreamChatRepository {
  constructor(private readonly prisma: PrismaService) {}

  /** Returns the chat of a stream; null for an unknown stream. */
  async find(id: bigint): Promise<StreamChat | null> {
    const [row] = await this.prisma.rows<ChatRow>(Prisma.sql`
      SELECT s.started_at, v.messages, v.chatters, v.deleted_messages AS deleted, v.shared_messages AS shared,
        ARRAY(SELECT g.missed_from FROM chat_gaps g WHERE g.stream_id = s.id ORDER BY g.missed_from) AS missed_from,
        ARRAY(SELECT g.missed_until FROM chat_gaps g WHERE g.stream_id = s.id ORDER BY g.missed_from) AS missed_until
      FROM streams s
      LEFT JOIN chat_intervals v ON v.stream_id = s.id
      WHERE s.id = ${id}`);
    if (!row) return null;
    const { started_at, messages, missed_from, missed_until, ...others } = row;
    const columns = messages === null ? null : ({ messages, ...others } as ChatColumns);
    return { started_at, columns, gaps: missed_from.map((from, i) => ({ from, until: missed_until[i] ?? from })) };
  }
}
