import { ColabSessionsRepository } from './colab-sessions.repository.js';
import { ColabSessionsService } from './colab-sessions.service.js';
import { ColabSession } from './colab-session.response.js';

it('returns at most 1,000,000 bytes of sessions', async () => {
  const participants = Array.from({ length: 1_000 }, (_, i) => `participant_${i}`);
  const session: ColabSession = {
    ...{ id: '7', started_at: '2026-10-01T12:00:00.000Z', ended_at: null },
    ...{ participants, participant_ids: ['1', '2'] },
  };
  const repository = { listOfStream: async () => Array.from({ length: 1_000 }, () => session) };
  const service = new ColabSessionsService(repository as unknown as ColabSessionsRepository);
  const sessions = await service.listOfStream('42');
  expect(sessions.length).toBeGreaterThan(10);
  expect(Buffer.byteLength(JSON.stringify(sessions))).toBeLessThanOrEqual(1_000_000);
});
