import { Client } from 'pg';
import { runImport, ImportOptions, ImportSummary } from '../../src/ingest/ingest.js';
import { refreshEventViewers } from '../../src/jobs/refresh/refresh-event-viewers.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { inputsOf, Records } from '../support/data/records.js';
import { within } from '../support/within.js';

const started_at = '2026-10-31T22:00:00.000Z';
const ended_at = '2026-11-01T02:00:00.000Z';
const streamers = [1, 2].map((id) => ({ id: String(id), login: `login_${id}`, display_name: `Name ${id}` }));
const streams = [10, 11, 12].map((id) => ({ id: String(id), streamer_id: '1', started_at, ended_at }));
const event = { id: '7', title: 'Cup', started_at, ended_at, is_public: true };
const marker = { id: '8', event_id: '7', title: 'Goal', timestamp: started_at, color: '#9147FF' };
const session = { id: '9', started_at, ended_at, stream_ids: ['12', '10'] };
const sample = (minute: number, viewers: number, stream_id = '10') => ({
  stream_id,
  created_at: new Date(Date.parse(started_at) + minute * 60_000).toISOString(),
  viewers,
});

const everything: Records = {
  streamers,
  streams,
  events: [
    {
      ...event,
      description: 'a\nb',
      logo_url: 'https://example.com/a.png',
      user_id: '4242',
      host_stream_id: '10',
      is_public: false,
    },
    { id: '6', title: 'Open', started_at, is_public: true },
  ],
  event_streams: [
    { event_id: '7', stream_id: '10' },
    { event_id: '7', stream_id: '11' },
  ],
  event_markers: [{ ...marker, description: 'In the last minute' }],
  colab_sessions: [session, { ...session, id: '5', ended_at: null }],
};

const database = databaseWhileTesting();

async function run(records: Records, options?: ImportOptions): Promise<ImportSummary> {
  return runImport(database.client, inputsOf(records), options);
}

/** The summary without the number of the import, which does not describe the data. */
async function rows(sql: string): Promise<Record<string, unknown>[]> {
  const found = (await database.client.query<Record<string, unknown>>(sql)).rows;
  for (const row of found) delete row.import_id;
  return found;
}

const countsOf = ({ kinds }: ImportSummary) =>
  Object.fromEntries(kinds.map(({ kind, inserted, updated, unchanged }) => [kind, [inserted, updated, unchanged]]));

const streamsOfSessions = () =>
  rows(`SELECT l.session_id AS id, array_agg(l.stream_id ORDER BY l.stream_id) AS streams
    FROM colab_session_streams l GROUP BY l.session_id ORDER BY l.session_id`);

describe('an import of events and collaboration sessions', () => {
  it('replaces all streams of a session, and counts the session as updated', async () => {
    await run(everything);
    const changed = [
      { ...session, stream_ids: ['12', '11'] },
      { ...session, id: '5', ended_at: null, stream_ids: ['10', '12', '10'] },
    ];
    expect(countsOf(await run({ colab_sessions: changed }))).toEqual({ colab_sessions: [0, 1, 1] });
    expect(await streamsOfSessions()).toEqual([
      { id: '5', streams: ['10', '12'] },
      { id: '9', streams: ['11', '12'] },
    ]);
    const moved = { ...session, ended_at: null, stream_ids: ['10'] };
    expect(countsOf(await run({ colab_sessions: [session, moved] }))).toEqual({ colab_sessions: [0, 1, 0] });
    expect(await streamsOfSessions()).toContainEqual({ id: '9', streams: ['10'] });
  });

  it('skips unresolved references on request, and writes the skipped records unchanged', async () => {
    const { firstRejects, committed, kinds } = await run(
      {
        ...everything,
        event_streams: [
          { event_id: '7', stream_id: '10' },
          { event_id: '77', stream_id: '10' },
          { event_id: '7', stream_id: '99' },
        ],
        event_markers: [{ ...marker, event_id: '77' }],
        colab_sessions: [session, { ...session, id: '5', stream_ids: ['10', '98', '99'] }],
      },
      { skipInvalid: true },
    );
    expect(committed).toBe(true);
    expect(firstRejects.map(({ kind, line, property, reason }) => [kind, line, property, reason])).toEqual([
      ['event_streams', 2, 'event_id', 'no event has the ID 77; import the event first'],
      ['event_streams', 3, 'stream_id', 'no stream has the ID 99; import the stream first'],
      ['event_markers', 1, 'event_id', 'no event has the ID 77; import the event first'],
      ['colab_sessions', 2, 'stream_ids', 'no stream has the ID 98; import the stream first'],
    ]);
    expect(kinds.map(({ kind, inserted, rejected }) => [kind, inserted, rejected]).slice(2)).toEqual([
      ['events', 2, 0],
      ['event_streams', 1, 2],
      ['event_markers', 0, 1],
      ['colab_sessions', 1, 1],
    ]);
  });
});

describe('the viewers of an event', () => {
  const refresh = async () => {
    await database.client.query('BEGIN');
    const count = await refreshEventViewers(database.client);
    await database.client.query('COMMIT');
    return count;
  };
  const figures = async () =>
    (await rows('SELECT e.avg_viewers, e.peak_viewers FROM events e WHERE e.id = 7')).map(Object.values)[0];

  beforeEach(() =>
    run({
      streamers,
      streams,
      viewer_samples: [sample(0, 100), sample(120, 300), sample(0, 50, '11')],
      events: [event],
      event_streams: [{ event_id: '7', stream_id: '10' }],
    }),
  );

  it('are computed once, until a change', async () => {
    expect(await refresh()).toBe(1);
    expect(await figures()).toEqual(['200', '300']);
    expect(await refresh()).toBe(0);
  });

  it.each<[string, Records, string[]]>([
    ['a sample of its streams', { viewer_samples: [sample(180, 500)] }, ['250', '500']],
    ['a stream that joins it', { event_streams: [{ event_id: '7', stream_id: '11' }] }, ['250', '350']],
    ['its own time', { events: [{ ...event, ended_at: '2026-11-01T01:00:00.000Z' }] }, ['167', '300']],
    ['the time of its streams', { streams: [{ ...streams[0], ended_at: '2026-11-01T01:00:00.000Z' }] }, ['167', '300']],
  ])('are computed again when an import changes %s', async (_, records, expected) => {
    await refresh();
    await run(records);
    expect(await refresh()).toBe(1);
    expect(await figures()).toEqual(expected);
  });

  it.each<[string, Records]>([
    ['the same records', { streams, events: [event], event_streams: [{ event_id: '7', stream_id: '10' }] }],
    ['its title', { events: [{ ...event, title: 'Another' }] }],
    ['samples of other streams', { viewer_samples: [sample(180, 500, '12')] }],
  ])('stay the same when an import contains %s, even if the samples are gone', async (_, records) => {
    await refresh();
    await database.client.query('DELETE FROM viewer_samples v WHERE v.stream_id = 10');
    await run(records);
    expect(await refresh()).toBe(0);
    expect(await figures()).toEqual(['200', '300']);
  });

  it('are computed in seconds for 1,500 events of one stream with 20,000 samples', async () => {
    const many = 20_000;
    const start = `timestamptz '${streams[0]?.started_at}'`;
    await database.client.query(`
      DELETE FROM viewer_samples;
      UPDATE streams SET ended_at = started_at + interval '1 second' * ${many}, end_reason = 'given' WHERE id = 10;
      INSERT INTO viewer_samples (stream_id, created_at, viewers)
      SELECT 10, ${start} + interval '1 second' * i, i FROM generate_series(0, ${many} - 1) i;
      INSERT INTO events (id, title, started_at, ended_at, is_public, figures_due)
      SELECT 1000 + i, 'x', ${start} + interval '1 second' * i, ${start} + interval '1 second' * (${many} - i), TRUE, TRUE
      FROM generate_series(1, 1500) i;
      INSERT INTO event_streams (event_id, stream_id) SELECT 1000 + i, 10 FROM generate_series(1, 1500) i`);
    await database.client.query(`SET statement_timeout = '20s'`);
    expect(await refresh()).toBe(1_501);
    const [sums] = await rows(`
      SELECT count(*)::int AS events, bool_and(e.avg_viewers = 10000 AND e.peak_viewers = 21000 - e.id) AS are_right
      FROM events e WHERE e.id > 1000`);
    expect(sums).toEqual({ events: 1_500, are_right: true });
  });

  it('wait for the next refresh while an import changes them', async () => {
    const importing = new Client({ connectionString: database.url });
    await importing.connect();
    await importing.query('BEGIN');
    await importing.query('UPDATE events e SET figures_due = TRUE');
    try {
      expect(await within(refresh(), 'The refresh waits for the import.')).toBe(0);
      await importing.query('COMMIT');
    } finally {
      await importing.end();
    }
    expect(await refresh()).toBe(1);
  });
});
