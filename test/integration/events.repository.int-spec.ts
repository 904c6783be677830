import { EventsRepository } from '../../src/events/events.repository.js';
import { hoursAgo, testNow } from '../support/data/factories.js';
import { withoutIndex } from '../support/database/without-index.js';
import { TestStore } from '../support/database/test-store.js';

describe('EventsRepository', () => {
  const store = TestStore.whileTesting();
  let repository: EventsRepository;

  beforeAll(() => {
    repository = new EventsRepository(store.prisma);
  });

  afterEach(() => store.data.clear());

  const streamOf = async (login: string | null) => {
    const { id: streamer_id } = await store.data.streamer({ login });
    return store.data.stream({ streamer_id });
  };
  const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);

  describe('listPublic', () => {
    it('returns nothing without events', async () => {
      await store.data.event({ is_public: false });
      expect(await repository.listPublic(0, 10)).toEqual([]);
    });

    it('returns every column, and the channels of its streams', async () => {
      const streams = [await streamOf('zoe'), await streamOf('adam'), await streamOf(null)];
      const streamIds = streams.map(({ id }) => id);
      const event = await store.data.event({ avg_viewers: 2 ** 33, peak_viewers: 2 ** 53 - 1 }, streamIds);
      expect(await repository.listPublic(0, 10)).toEqual([
        {
          id: event.id,
          title: event.title,
          avg_viewers: 2 ** 33,
          peak_viewers: 2 ** 53 - 1,
          started_at: '2026-06-14T12:00:00.000Z',
          ended_at: '2026-06-14T14:00:00.000Z',
          channels: [streams[2]?.streamer_id, 'adam', 'zoe'],
          channel_ids: [2, 1, 0].map((i) => streams[i]?.streamer_id),
          logo_url: event.logo_url,
          user_id: '42',
          is_public: true,
        },
      ]);
    });

    it('returns the newest first, of equal starts the lower ID, from any position', async () => {
      for (const [id, hours] of [
        ['10', 5],
        ['9', 5],
        ['7', 6],
        ['8', 4],
      ] as const) {
        // prettier-ignore
        await store.data.event({ id, started_at: hoursAgo(hours) });
      }
      await store.data.event({ id: '6', started_at: hoursAgo(4.5), is_public: false });
      expect(idsOf(await repository.listPublic(0, 10))).toEqual(['8', '9', '10', '7']);
      expect(idsOf(await repository.listPublic(1, 2))).toEqual(['9', '10']);
      expect(idsOf(await repository.listPublic(4, 2))).toEqual([]);
      expect(idsOf(await repository.listPublic(Number.MAX_SAFE_INTEGER, 101))).toEqual([]);
      expect(await repository.countPublic()).toBe(4);
    });

    it('returns the highest figure first, unknown figures last', async () => {
      await store.data.event({ id: '1', avg_viewers: null, peak_viewers: null, started_at: hoursAgo(1) });
      await store.data.event({ id: '2', avg_viewers: 1, peak_viewers: 5, started_at: hoursAgo(3) });
      await store.data.event({ id: '3', avg_viewers: 1, peak_viewers: 5, started_at: hoursAgo(2) });
      await store.data.event({ id: '4', avg_viewers: 1, peak_viewers: 9, started_at: hoursAgo(4) });
      expect(idsOf(await repository.listPublic(0, 10, 'peak_viewers'))).toEqual(['4', '3', '2', '1']);
    });
  });

  describe('listOfStreamer', () => {
    it('returns nothing for a streamer without events', async () => {
      const { streamer_id } = await streamOf('alone');
      await store.data.event({ user_id: streamer_id });
      expect(await repository.listOfStreamer(BigInt(streamer_id), true, 10)).toEqual([]);
    });

    it('returns each event of the streamer once, newest first, and private events on request', async () => {
      const own = await streamOf('own');
      const second = await store.data.stream({ streamer_id: own.streamer_id });
      const other = await streamOf('other');
      await store.data.event({ id: '2', started_at: hoursAgo(4), is_public: false }, [second.id]);
      await store.data.event({ id: '3', started_at: hoursAgo(3) }, [other.id]);
      await store.data.event({ id: '10', started_at: hoursAgo(5) }, [own.id]);
      await store.data.event({ id: '1', started_at: hoursAgo(5) }, [own.id, second.id, other.id]);
      const id = BigInt(own.streamer_id);
      expect(idsOf(await repository.listOfStreamer(id, false, 10))).toEqual(['1', '10']);
      expect(idsOf(await repository.listOfStreamer(id, true, 10))).toEqual(['2', '1', '10']);
      expect(idsOf(await repository.listOfStreamer(id, true, 2))).toEqual(['2', '1']);
      expect((await repository.listOfStreamer(id, false, 1))[0]?.channels).toEqual(['other', 'own']);
    });
  });

  it('lists the first 1,000 channels of an event', async () => {
    const { id } = await store.data.event();
    await store.data.client.query(`
      INSERT INTO streamers (id, login, display_name)
      SELECT 5000 + n, 'crowd_' || lpad(n::text, 4, '0'), 'Crowd' FROM generate_series(1, 1001) n`);
    await store.data.client.query(`
      INSERT INTO streams (id, streamer_id, started_at)
      SELECT 10 * u.id + k, u.id, now() FROM streamers u, generate_series(1, 2) k WHERE u.id > 5000`);
    await store.data.client.query(
      'INSERT INTO event_streams (event_id, stream_id) SELECT $1, s.id FROM streams s ORDER BY s.id DESC',
      [id],
    );
    const [event] = await repository.listPublic(0, 1);
    expect(event?.channels).toEqual(Array.from({ length: 1_000 }, (_, i) => `crowd_${String(i + 1).padStart(4, '0')}`));
  });

  describe('findEvent', () => {
    it('returns null for an unknown event', async () => {
      expect(await repository.findEvent(1n, true)).toBeNull();
    });

    it('returns a private event on request', async () => {
      const { id } = await store.data.event({ is_public: false });
      expect(await repository.findEvent(BigInt(id), false)).toBeNull();
      expect(await repository.findEvent(BigInt(id), true)).toMatchObject({ id, is_public: false });
    });
  });

  it('returns the streams of an event by start, then by ID, up to the limit', async () => {
    const { id: streamer_id, display_name, profile_image } = await store.data.streamer();
    const full = await store.data.stream({ streamer_id, id: '50', started_at: hoursAgo(9), ended_at: hoursAgo(7) });
    const unknown = { title: null, game_name: null, avg_viewers: null, peak_viewers: null, ended_at: null };
    const observed_at = hoursAgo(1);
    await store.data.streams([
      { streamer_id, id: '10', started_at: hoursAgo(8), ...unknown, observed_at },
      { streamer_id, id: '9', started_at: hoursAgo(8) },
    ]);
    const { id } = await store.data.event({}, ['10', '9', '50']);
    const { title, game_name, avg_viewers, peak_viewers } = full;
    const streams = await repository.listStreams(BigInt(id), 10, testNow);
    expect(streams[0]).toEqual({
      ...{ id: '50', streamer_id, title, game_name, avg_viewers, peak_viewers },
      ...{ is_live: false, is_stale: false, last_seen_at: null, language: 'en', role: null },
      ...{ started_at: '2026-06-15T03:00:00.000Z', ended_at: '2026-06-15T05:00:00.000Z', display_name, profile_image },
      ...{ platform: 'twitch', external_id: null },
    });
    expect(streams.slice(1)).toMatchObject([
      { id: '9', is_live: false },
      { id: '10', is_live: true, is_stale: true, last_seen_at: observed_at.toISOString(), ...unknown },
    ]);
    expect(idsOf(await repository.listStreams(BigInt(id), 2, testNow))).toEqual(['50', '9']);
    expect(await repository.listStreams(1n, 10, testNow)).toEqual([]);
  });

  it('returns the markers of an event by time, then by ID, up to the limit', async () => {
    const { id: event_id } = await store.data.event();
    const other = await store.data.event();
    await store.data.eventMarker({ event_id: other.id });
    await store.data.eventMarker({ event_id, id: '10', timestamp: hoursAgo(5) });
    await store.data.eventMarker({ event_id, id: '9', timestamp: hoursAgo(5) });
    await store.data.eventMarker({ event_id, id: '50', timestamp: hoursAgo(6), description: 'd', color: '#00ff00' });
    const markers = await repository.listMarkers(BigInt(event_id), 10, 1_000);
    expect(markers[0]).toEqual({
      ...{ id: '50', title: 'Marker 50', description: 'd', timestamp: '2026-06-15T06:00:00.000Z', color: '#00ff00' },
    });
    expect(idsOf(markers)).toEqual(['50', '9', '10']);
    await withoutIndex(store.url, 'event_markers_event_id_timestamp_id_idx', async () => {
      expect(idsOf(await repository.listMarkers(BigInt(event_id), 10, 1_000))).toEqual(['50', '9', '10']);
    });
    expect(idsOf(await repository.listMarkers(BigInt(event_id), 2, 1_000))).toEqual(['50', '9']);
    expect(await repository.listMarkers(1n, 10, 1_000)).toEqual([]);
  });

  it('lists the first markers whose texts, in bytes and not in characters, are within a bound', async () => {
    const { id: event_id } = await store.data.event();
    for (const [i, description] of ['ä'.repeat(40), null, 'x'.repeat(90), ''].entries()) {
      await store.data.eventMarker({
        id: `${60 + i}`,
        event_id,
        title: 'marker',
        description,
        timestamp: hoursAgo(20 - Math.floor(i / 2)),
      });
    }
    const within = async (bytes: number) => idsOf(await repository.listMarkers(BigInt(event_id), 10, bytes));
    expect(await within(85)).toEqual([]);
    expect(await within(86)).toEqual(['60']);
    expect(await within(187)).toEqual(['60', '61']);
    expect(await within(188)).toEqual(['60', '61', '62']);
    expect(await within(194)).toEqual(['60', '61', '62', '63']);
  });
});
