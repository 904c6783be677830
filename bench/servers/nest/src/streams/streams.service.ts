import { Injectable, NotFoundException } from '@nestjs/common';
import { PrismaService } from '../prisma.service.js';

@Injectable()
export class StreamsService {
  constructor(private readonly prisma: PrismaService) {}

  async messageStats(id: string) {
    const stream = await this.prisma.stream.findUnique({
      where: { id: BigInt(id) },
      select: { messageStats: true },
    });
    if (!stream) throw new NotFoundException();
    const shared = stream.messageStats?.sharedMessages ?? null;
    return {
      total_messages: Number(stream.messageStats?.totalMessages ?? 0),
      unique_chatters: Number(stream.messageStats?.uniqueChatters ?? 0),
      deleted_messages: Number(stream.messageStats?.deletedMessages ?? 0),
      shared_messages: shared === null ? null : Number(shared),
    };
  }
}
