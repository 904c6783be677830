import { ColabSessionsRepository } from '../../src/streams/colabs/colab-sessions.repository.js';
import { hoursAgo } from '../support/data/factories.js';
import { TestStore } from '../support/database/test-store.js';

describe('ColabSessionsRepository', () => {
  const store = TestStore.whileTesting();
  let repository: ColabSessionsRepository;

  beforeAll(() => {
    repository = new ColabSessionsRepository(store.prisma);
  });

  const streamOf = async (login: string | null) => {
    const { id: streamer_id } = await store.data.streamer({ login });
    return store.data.stream({ streamer_id });
  };

  it('returns null for an unknown stream, and [] for a stream without sessions', async () => {
    expect(await repository.listOfStream(1n, 10)).toBeNull();
    const { id } = await streamOf('alone');
    expect(await repository.listOfStream(BigInt(id), 10)).toEqual([]);
  });

  it('returns each session with its participants, sorted, including the streamer', async () => {
    const [own, a, b, c] = [
      await streamOf('mid_1'),
      await streamOf('mid1'),
      await streamOf('zoe'),
      await streamOf(null),
    ];
    const { id } = await store.data.colabSession([own.id, b.id, c.id, a.id], {
      started_at: hoursAgo(5.5),
      ended_at: null,
    });
    expect(await repository.listOfStream(BigInt(own.id), 10)).toEqual([
      {
        id,
        started_at: '2026-06-15T06:30:00.000Z',
        ended_at: null,
        participants: [c.streamer_id, 'mid1', 'mid_1', 'zoe'],
        participant_ids: [c, a, own, b].map(({ streamer_id }) => streamer_id),
      },
    ]);
  });

  it('lists a streamer with two participating streams once', async () => {
    const own = await streamOf('twice');
    const other = await store.data.stream({ streamer_id: own.streamer_id });
    await store.data.colabSession([own.id, other.id]);
    const sessions = await repository.listOfStream(BigInt(other.id), 10);
    expect(sessions?.map(({ participants }) => participants)).toEqual([['twice']]);
  });

  it('returns different IDs for a login of digits and for the channel with this ID', async () => {
    const { id: digits } = await store.data.streamer({ id: '803', login: null });
    const { id: owner } = await store.data.streamer({ id: '9803', login: digits });
    const [own, other] = [
      await store.data.stream({ streamer_id: digits }),
      await store.data.stream({ streamer_id: owner }),
    ];
    const { id } = await store.data.colabSession([own.id, other.id]);
    const named = [{ id, participants: [digits, digits], participant_ids: [digits, owner] }];
    expect(await repository.listOfStream(BigInt(own.id), 10)).toMatchObject(named);
    const window = { from: +hoursAgo(100), to: +hoursAgo(0) };
    expect(await repository.listOfStreamer(digits, window, 10)).toMatchObject(named);
  });

  it('returns the earliest session first, of equal starts the lower ID, up to the limit', async () => {
    const { id } = await streamOf('busy');
    for (const [session, hours] of [
      ['900010', 5],
      ['90009', 5],
      ['90001', 4],
      ['90002', 6],
    ] as const) {
      // prettier-ignore
      await store.data.colabSession([id], { id: session, started_at: hoursAgo(hours), ended_at: null });
    }
    const idsOf = async (limit: number) => (await repository.listOfStream(BigInt(id), limit))?.map((each) => each.id);
    expect(await idsOf(10)).toEqual(['90002', '90009', '900010', '90001']);
    expect(await idsOf(2)).toEqual(['90002', '90009']);
  });
});
