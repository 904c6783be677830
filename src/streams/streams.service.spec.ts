import { NotFoundException } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { MessageStats } from './dto/message-stats.response.js';
import { StreamSummary } from './dto/stream-summary.response.js';
import { StreamsRepository } from './streams.repository.js';
import { StreamsService } from './streams.service.js';

const stats: MessageStats = { total_messages: 5, unique_chatters: 2, deleted_messages: 1, shared_messages: null };
const row: StreamSummary = {
  id: '40100000001',
  streamer_id: '100000001',
  started_at: '2026-10-01T12:00:00.007Z',
  ended_at: '2026-10-01T14:30:00.000Z',
  is_live: false,
  is_stale: false,
  avg_viewers: 10,
  peak_viewers: 20,
  live_views: 30,
  live_views_final: 40,
  watchtime: 1_500,
  unique_chatters: 50,
  vod_id: '9',
  game_name: 'Chess',
  title: 'A title',
  tags: ['one', 'two'],
  thumbnail: 'https://example.com/thumbnail.jpg',
  user_display_name: 'Somebody',
  user_profile_image: 'https://example.com/profile.jpg',
  updated_at: '2026-10-01T14:31:00.000Z',
};

/** One streamer, `known`, with the given streams, and message stats for the stream 42 alone. */
class FakeRepository {
  asked: bigint[] = [];

  constructor(private readonly rows: StreamSummary[]) {}

  async listRecent(name: string, limit: number): Promise<StreamSummary[] | null> {
    return name === 'known' ? this.rows.slice(0, limit) : null;
  }

  async listEarlier(id: bigint, limit: number): Promise<StreamSummary[] | null> {
    return id === 42n ? this.rows.slice(0, limit) : null;
  }

  async findStream(id: bigint): Promise<StreamSummary | null> {
    this.asked.push(id);
    return id === 42n ? (this.rows[0] ?? null) : null;
  }

  async findMessageStats(id: bigint): Promise<MessageStats | null> {
    this.asked.push(id);
    return id === 42n ? stats : null;
  }
}

function start(...rows: StreamSummary[]) {
  const repository = new FakeRepository(rows);
  return { repository, service: new StreamsService(repository as unknown as StreamsRepository, new Clock()) };
}

describe('StreamsService', () => {
  it("answers a streamer's streams", async () => {
    await expect(start(row).service.listRecent('known', 20, {})).resolves.toEqual([row]);
  });

  it('answers no streams for a streamer without any', async () => {
    await expect(start().service.listRecent('known', 20, {})).resolves.toEqual([]);
  });

  it('finds no streams of an unknown streamer', async () => {
    await expect(start(row).service.listRecent('unknown', 20, {})).resolves.toBeNull();
  });

  it('answers the message statistics of a stream', async () => {
    await expect(start().service.findMessageStats('42')).resolves.toEqual(stats);
  });

  it('answers a stream', async () => {
    await expect(start(row).service.findStream('42')).resolves.toEqual(row);
  });

  it('answers the stream before another one', async () => {
    await expect(start(row, { ...row, id: '7' }).service.findBefore('42')).resolves.toEqual(row);
  });

  it('finds nothing before a first stream, and nothing before an unknown one', async () => {
    await expect(start().service.findBefore('42')).rejects.toEqual(
      new NotFoundException('The streamer has no stream that started before this one.'),
    );
    for (const id of ['43', '042', 'abc']) {
      await expect(start(row).service.findBefore(id)).rejects.toEqual(
        new NotFoundException('There is no stream with this id.'),
      );
    }
  });

  it('finds no unknown stream', async () => {
    const { service } = start(row);
    for (const finding of [service.findMessageStats('43'), service.findStream('43')]) {
      await expect(finding).rejects.toEqual(new NotFoundException('There is no stream with this id.'));
    }
  });

  it.each(['042', 'abc', '-1', '9223372036854775808'])('finds no stream %j, without asking for it', async (id) => {
    const { service, repository } = start();
    await expect(service.findMessageStats(id)).rejects.toThrow(NotFoundException);
    await expect(service.findStream(id)).rejects.toThrow(NotFoundException);
    expect(repository.asked).toEqual([]);
  });
});
