import { NotFoundException } from '@nestjs/common';
import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { ColabSession } from './dto/colab-session.response.js';

const session: ColabSession = {
  id: '7',
  started_at: '2026-10-01T12:00:00.000Z',
  ended_at: null,
  participants: ['ann', 'bob'],
  participant_ids: ['1', '2'],
};

/** Sessions of the stream 42 alone. */
class FakeRepository {
  asked: bigint[] = [];

  async listOfStream(id: bigint): Promise<ColabSession[] | null> {
    this.asked.push(id);
    return id === 42n ? [session] : null;
  }
}

describe('ColabSessionsService', () => {
  it('answers the sessions of a stream', async () => {
    const service = new ColabSessionsService(new FakeRepository() as unknown as ColabSessionsRepository);
    await expect(service.listOfStream('42')).resolves.toEqual([session]);
  });

  it('answers no more than 1,000,000 bytes of sessions', async () => {
    const participants = Array.from({ length: 1_000 }, (_, i) => `participant_${i}`);
    const repository = {
      listOfStream: async () => Array.from({ length: 1_000 }, () => ({ ...session, participants })),
    };
    const service = new ColabSessionsService(repository as unknown as ColabSessionsRepository);
    const sessions = await service.listOfStream('42');
    expect(sessions.length).toBeGreaterThan(10);
    expect(Buffer.byteLength(JSON.stringify(sessions))).toBeLessThanOrEqual(1_000_000);
  });

  it('finds no unknown stream, and asks for none that cannot be', async () => {
    const repository = new FakeRepository();
    const service = new ColabSessionsService(repository as unknown as ColabSessionsRepository);
    for (const id of ['43', '042', 'abc']) {
      await expect(service.listOfStream(id)).rejects.toEqual(new NotFoundException('There is no stream with this id.'));
    }
    expect(repository.asked).toEqual([43n]);
  });
});
