import type { EventDetail } from '../../src/events/dto/event-detail.response.js';
import type { StreamDetail } from '../../src/streams/detail/stream-detail.response.js';
import { TestApp } from '../support/http/test-app.js';

/** 1,001 rows of each kind. A control character takes six bytes of JSON. */
const many = `
  INSERT INTO streamers (id, login, display_name)
  SELECT i, 'login_with_many_letters_' || i, 'x' FROM generate_series(1, 80) i;
  INSERT INTO streams (id, streamer_id, started_at, ended_at, end_reason, title)
  SELECT i, 1 + i % 80, now() - i * interval '1 hour', now() - (i - 1) * interval '1 hour', 'given', repeat(chr(1), 500)
  FROM generate_series(1, 1001) i;
  INSERT INTO stream_changes (stream_id, created_at, title, tags)
  SELECT s, now() - i * interval '1 second', repeat('x', 3 - s), ARRAY[repeat('y', (2 - s) * 3000)]
  FROM generate_series(1, 1001) i, generate_series(1, 2) s;
  INSERT INTO events (id, title, started_at, is_public)
  SELECT i, repeat(chr(1), 500), now() - i * interval '1 hour', TRUE FROM generate_series(1, 1001) i;
  INSERT INTO event_streams (event_id, stream_id)
  SELECT i, 1 FROM generate_series(2, 1001) i UNION ALL SELECT 1, i FROM generate_series(1, 1001) i;
  INSERT INTO event_markers (id, event_id, title, timestamp, color)
  SELECT i, 1, repeat(chr(1), 500), now(), '#9147ff' FROM generate_series(1, 1001) i;
  INSERT INTO colab_sessions (id, started_at) SELECT i, now() - i * interval '1 hour' FROM generate_series(1, 1001) i;
  INSERT INTO colab_session_streams (session_id, stream_id)
  SELECT i, s FROM generate_series(1, 1001) i, generate_series(1, 80) s;
  INSERT INTO panels (streamer_id, raw_url, url, root_domain, is_commercial, created_at)
  SELECT 1, i, i, i || '.example', TRUE, now() FROM generate_series(1, 501) i`;

describe('a list in a response', () => {
  const [api, data] = TestApp.whileTestingWithData();

  beforeAll(() => data.client.query(many));

  it.each<[string, path: string, (body: unknown) => unknown[]]>([
    ['streams of an event', '/v1/events/1', (body) => (body as EventDetail).streams],
    ['markers of an event', '/v1/events/1', (body) => (body as EventDetail).markers],
    ['events of a streamer', '/v1/streamer/2/events', (body) => body as unknown[]],
    ['changes of a stream', '/v1/streams/1', (body) => (body as StreamDetail).changes],
    ['collaboration sessions', '/v1/streams/1/colab-sessions', (body) => body as unknown[]],
  ])('has at most 1,000,000 bytes of JSON: %s', async (_, path, listOf) => {
    const list = listOf((await api.get(path)).body);
    expect(list.length).toBeLessThan(1_000);
    const bytes = Buffer.byteLength(JSON.stringify(list));
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    // Another item of the same size would not fit.
    expect(bytes + Buffer.byteLength(JSON.stringify(list.at(-1)))).toBeGreaterThan(999_990);
  });

  it('has at most 1,000 changes or 500 partners', async () => {
    const { changes } = (await api.get<StreamDetail>('/v1/streams/2')).body;
    expect(changes).toHaveLength(1_000);
    expect((await api.get('/v1/streamer/1/partners')).body).toHaveLength(500);
  });
});
