import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { loadConfig } from '../../src/config/environment.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { runImport } from '../../src/ingest/ingest.js';
import { undoImport } from '../../src/ingest/records/undo-import.js';
import { forgetStreamer } from '../../src/jobs/forget/forget-streamer.js';
import { pruneObserved } from '../../src/jobs/prune/prune-observed.js';
import { refreshLeaderboard } from '../../src/jobs/refresh/refresh-leaderboard.js';
import { openReader } from '../../src/jobs/webhooks/keep-sending.js';
import { Outbox } from '../../src/jobs/webhooks/outbox.js';
import { BodyBuilder } from '../../src/jobs/webhooks/sending/body-builder.js';
import { Delivery } from '../../src/jobs/webhooks/sending/delivery-store.js';
import { requireTargets, TargetFile } from '../../src/jobs/webhooks/target-file.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { StreamersReport } from '../../src/streamer/dto/streamers-report.response.js';
import { inputsOf, Records } from '../support/data/records.js';
import { databaseWhileTesting } from '../support/database/test-database.js';
import { WebhookReceiver } from '../support/http/webhook-receiver.js';
import { runCommand } from '../support/programs/run-command.js';

const database = databaseWhileTesting();
const folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-reports-'));
const file = path.join(folder, 'webhooks.json');
const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const log = pino({ level: 'silent' });
const hourMs = 3_600_000;

afterAll(() => rmSync(folder, { recursive: true }));

let outbox: Outbox;
let versions = 0;

/** Each version has another length, so that the change is noticed within a millisecond. */
const setTargets = (...targets: object[]) => {
  writeFileSync(file, JSON.stringify(targets) + ' '.repeat((versions += 1)));
  outbox = new Outbox(new TargetFile(file, log), log);
};
const target = (name: string, more: object = {}) => ({
  ...{ name, url: 'https://example.com/', secrets: [secret], kinds: ['report.week'], ...more },
});

async function load(records: Records) {
  const summary = await runImport(database.client, inputsOf(records), {});
  expect(summary.firstRejects).toEqual([]);
  return summary;
}
const streamer = (id: number, display_name = `S${id}`) => ({ id: String(id), login: `s${id}`, display_name });
const stream = (id: number, streamerId: number, started_at: string, more: object = {}) => ({
  ...{ id: String(id), streamer_id: String(streamerId), started_at, ended_at: after(started_at, 2) },
  ...{ avg_viewers: 10, peak_viewers: 20, watchtime: 1_200, game_name: 'Chess', ...more },
});
const after = (moment: string, hours: number) => new Date(Date.parse(moment) + hours * hourMs).toISOString();

const refresh = (now: string) => refreshLeaderboard(database.client, { now: new Date(now), outbox, months: 3 });
async function messages(): Promise<Delivery[]> {
  const { rows } = await database.client.query<Delivery>(
    'SELECT d.* FROM webhook_deliveries d ORDER BY d.kind, d.target, d.occurred_at',
  );
  return rows;
}
const written = async () => (await messages()).map(({ target: name, kind, subject }) => `${name} ${kind} ${subject}`);

/** Returns what the sender would send. */
async function texts(publicUrl = 'https://stats.example.com'): Promise<string[]> {
  const config = loadConfig({ DATABASE_URL: database.url, PUBLIC_URL: publicUrl });
  const reader = openReader(config, new AppLogger('silent'));
  const targets = requireTargets(file);
  try {
    const built: string[] = [];
    for (const message of await messages()) {
      const to = targets.find(({ name }) => name === message.target);
      const text = to && (await new BodyBuilder(reader, config).build(message, to));
      if (text) built.push(text);
    }
    return built;
  } finally {
    await reader.onApplicationShutdown();
  }
}
const reports = async (publicUrl?: string) =>
  (await texts(publicUrl)).map((text) => (JSON.parse(text) as { data: StreamersReport }).data);

/** In UTC, the week ends on this Monday. */
const monday = '2026-10-26T00:00:00.000Z';

describe('a report', () => {
  it('has the figures of a week with the week before, the best stream and the page', async () => {
    setTargets(target('berlin', { tz: 'Europe/Berlin', streamers: ['s1', '2'] }));
    await load({
      streamers: [streamer(1), streamer(2), streamer(3)],
      streams: [
        stream(1, 1, '2026-10-18T21:00:00Z', { avg_viewers: 5, watchtime: 600 }),
        stream(2, 1, '2026-10-18T22:00:00Z'),
        stream(3, 1, '2026-10-20T10:00:00Z', { peak_viewers: 99, watchtime: 3_600, avg_viewers: 30 }),
        stream(4, 1, '2026-10-21T10:00:00Z', { peak_viewers: 99 }),
        stream(5, 1, '2026-10-25T23:00:00Z'),
        stream(6, 3, '2026-10-20T10:00:00Z'),
      ],
    });
    await refresh('2026-10-25T22:59:59.999Z');
    expect(await written()).toEqual([]);
    await refresh('2026-10-25T23:00:00.000Z');
    await refresh('2026-10-26T12:00:00.000Z');
    expect(await messages()).toMatchObject([
      {
        target: 'berlin',
        kind: 'report.week',
        subject: '2026-10-19..2026-10-26 Europe/Berlin',
        streamer_ids: ['1', '2'],
      },
    ]);
    const zeros = { stream_count: 0, total_minutes: 0, avg_viewers: 0, peak_viewers: 0, watchtime: 0 };
    const page = (id: string) =>
      `https://stats.example.com/streamers/${id}?range=2026-10-19..2026-10-26&tz=Europe%2FBerlin`;
    const [text = ''] = await texts();
    expect(JSON.parse(text)).toMatchObject({ type: 'report.week', timestamp: '2026-10-25T23:00:00.000Z' });
    expect(await reports()).toMatchObject([
      {
        ...{ range: '2026-10-19..2026-10-26', tz: 'Europe/Berlin' },
        ...{ from: '2026-10-18T22:00:00.000Z', to: '2026-10-25T23:00:00.000Z' },
        streamers: [
          {
            ...{ streamer_id: '1', name: 's1', display_name: 'S1', stream_count: 3, total_minutes: 360 },
            ...{ avg_viewers: 17, peak_viewers: 99, watchtime: 6_000, rank: null, page: page('1') },
            previous: {
              ...zeros,
              stream_count: 1,
              total_minutes: 120,
              avg_viewers: 5,
              peak_viewers: 20,
              watchtime: 600,
            },
            best_stream: {
              ...{ id: '3', started_at: '2026-10-20T10:00:00.000Z', minutes: 120, game_name: 'Chess' },
              ...{ avg_viewers: 30, peak_viewers: 99, watchtime: 3_600 },
            },
          },
          { streamer_id: '2', name: 's2', ...zeros, previous: zeros, best_stream: null, page: page('2') },
        ],
      },
    ]);
  });

  it('has ranks only for a month in UTC, and waits for its board', async () => {
    const kinds = ['report.month'];
    setTargets(target('berlin', { kinds, tz: 'Europe/Berlin' }), target('utc', { kinds }), target('week'));
    await load({
      streamers: [streamer(1), streamer(2)],
      streams: [
        stream(1, 1, '2026-09-30T10:00:00Z', { watchtime: 60 }),
        stream(2, 2, '2026-09-30T12:00:00Z', { watchtime: 120 }),
      ],
    });
    await refresh('2026-10-01T00:00:00Z');
    expect(await written()).toEqual(['berlin report.month 2026-09 Europe/Berlin', 'utc report.month 2026-09 UTC']);
    const [berlin, utc] = await reports();
    const ranks = (report: StreamersReport | undefined) => report?.streamers.map(({ name, rank }) => [name, rank]);
    expect(ranks(berlin)).toEqual([
      ['s2', null],
      ['s1', null],
    ]);
    expect(ranks(utc)).toEqual([
      ['s2', 1],
      ['s1', 2],
    ]);
    await refresh('2026-10-05T00:00:00Z');
    expect((await reports()).at(-1)).toMatchObject({
      range: '2026-09-28..2026-10-05',
      streamers: [{ rank: null }, {}],
    });
    await database.client.query('DELETE FROM webhook_deliveries');
    await database.client.query(
      `UPDATE boards b SET is_final = FALSE, refreshed_at = b.window_end WHERE b.month = '2026-09'`,
    );
    await refreshLeaderboard(database.client, {
      now: new Date('2026-10-01T12:00:00Z'),
      outbox,
      isInBackground: true,
      months: 3,
    });
    expect((await written()).slice(0, 2)).toEqual(['berlin report.month 2026-09 Europe/Berlin']);
  });

  it('is sent when its window is final, and not more than 72 hours after the window', async () => {
    setTargets(target('all'), target('live', { streamers: ['s1', 's2'] }), target('ended', { streamers: ['s2'] }));
    await load({
      streamers: [streamer(1), streamer(2)],
      streams: [
        stream(1, 1, '2026-10-24T10:00:00Z', { ended_at: null }),
        stream(2, 2, '2026-10-24T10:00:00Z'),
        stream(3, 2, '2026-10-26T10:00:00Z', { ended_at: null }),
      ],
    });
    const subject = 'report.week 2026-10-19..2026-10-26 UTC';
    await refresh(monday);
    expect(await written()).toEqual([`ended ${subject}`]);
    await refresh(after(monday, 48 - 1e-6));
    expect(await written()).toHaveLength(1);
    await refresh(after(monday, 48));
    expect(await written()).toEqual(['all', 'ended', 'live'].map((name) => `${name} ${subject}`));
    await database.client.query('DELETE FROM webhook_deliveries');
    await refresh(after(monday, 72));
    expect(await written()).toEqual([]);
    await refresh(after(monday, 72 - 1e-6));
    expect(await written()).toHaveLength(3);
  });

  it('is not sent to a target that is off, and has no streamers that are unknown', async () => {
    setTargets(target('all'), target('off'), target('nobody', { streamers: ['nobody'] }));
    await load({ streamers: [streamer(1)], streams: [stream(1, 1, '2026-10-20T10:00:00Z')] });
    await refresh('2026-10-22T00:00:00Z');
    await database.client.query(`DELETE FROM webhook_deliveries`);
    await database.client.query(`UPDATE webhook_targets t SET is_off = TRUE WHERE t.name = 'off'`);
    await refresh(monday);
    expect(await written()).toEqual(['all report.week 2026-10-19..2026-10-26 UTC']);
  });

  it('has the 20 streamers with the most watchtime, of the list of the target or of all, and fewer than 20,000 bytes', async () => {
    const ids = Array.from({ length: 30 }, (_, i) => i + 1);
    const odd = ids.filter((id) => id % 2 === 1 || id < 13).map((id) => `s${id}`);
    setTargets(target('all'), target('few', { streamers: ['s1', 's2', 's30'] }), target('list', { streamers: odd }));
    const long = '\u6f22'.repeat(100);
    await load({
      streamers: ids.map((id) => streamer(id, long)),
      streams: ids.map((id) =>
        stream(id, id, '2026-10-20T10:00:00Z', {
          ...{
            watchtime: id === 7 ? null : 2 ** 50 + id,
            game_name: long,
            peak_viewers: 2 ** 50,
            avg_viewers: 2 ** 50,
          },
        }),
      ),
    });
    await refresh(monday);
    const listed = (await messages()).map(({ streamer_ids }) => streamer_ids?.map(Number));
    const most = ids.toReversed();
    expect(listed).toEqual([
      most.slice(0, 20),
      [30, 2, 1],
      most.filter((id) => odd.includes(`s${id}`) && id !== 7).slice(0, 20),
    ]);
    for (const publicUrl of ['https://stats.example.com', `https://example.com/${'x'.repeat(300)}`]) {
      for (const text of await texts(publicUrl)) expect(Buffer.byteLength(text)).toBeLessThan(20_000);
      const games = (await reports(publicUrl)).map(({ streamers }) =>
        streamers.map((one) => one.best_stream?.game_name),
      );
      const isLong = publicUrl.length > 300;
      expect(games).toEqual([
        Array(isLong ? 10 : 20).fill(null),
        Array(3).fill(long),
        Array(isLong ? 10 : 20).fill(null),
      ]);
    }
  });

  it('is deleted with a forgotten streamer, and written again without them unless it was sent', async () => {
    setTargets(target('sent'), target('waiting'), target('others', { streamers: ['s2'] }));
    await load({
      streamers: [streamer(1), streamer(2)],
      streams: [stream(1, 1, '2026-10-20T10:00:00Z'), stream(2, 2, '2026-10-20T10:00:00Z')],
    });
    await refresh(monday);
    await database.client.query(
      `UPDATE webhook_deliveries d SET body = d.target || ' s1', finished_at = CASE WHEN d.target = 'sent' THEN now() END`,
    );
    const { removed } = await forgetStreamer(database.client, 's1');
    expect(removed).toContainEqual({ table: 'webhook_deliveries', rows: 2 });
    const state = async () =>
      (await messages()).map(({ target: name, body, streamer_ids }) => [name, body, streamer_ids]);
    expect(await state()).toEqual([
      ['others', 'others s1', ['2']],
      ['sent', null, null],
    ]);
    await refresh(after(monday, 1));
    expect(await state()).toEqual([
      ['others', 'others s1', ['2']],
      ['sent', null, null],
      ['waiting', null, ['2']],
    ]);
  });

  it('is removed with the old data of a platform of its streamers', async () => {
    setTargets(target('all'));
    await refresh(monday);
    const kick = encodeId('kick:1');
    await database.client.query(
      `INSERT INTO webhook_deliveries (target, kind, subject, streamer_ids, occurred_at, created_at, due_at)
      SELECT 'all', 'report.week', m.subject, m.ids, m.at, m.at, m.at
      FROM (VALUES ('both', ARRAY[1, $1::bigint], $2::timestamptz - interval '1 ms'), ('twitch', ARRAY[1], $2 - interval '1 ms'),
        ('at', ARRAY[$1::bigint], $2)) m(subject, ids, at)`,
      [kick, monday],
    );
    await pruneObserved(database.client, 'kick', new Date(monday), async () => {});
    expect((await messages()).map(({ subject }) => subject).sort()).toEqual(['at', 'twitch']);
  });

  it('is the newest one as a test, also if it is not final or was sent', async () => {
    const receiver = await WebhookReceiver.start();
    try {
      const to = { url: receiver.url, private: true, kinds: ['report.week', 'report.month'] };
      setTargets(target('hook', to), target('chat', { ...to, form: 'discord', secrets: undefined }));
      const now = new Date();
      const weeks = [10, 20, 40, 70].map((days, i) =>
        stream(i + 1, 1, new Date(now.getTime() - days * 24 * hourMs).toISOString(), { ended_at: null }),
      );
      const test = (name: string) =>
        runCommand(database.url, ['webhooks', '--test', name], { env: { WEBHOOKS: `@${file}` } });
      expect((await test('hook')).output).toBe('Target hook accepted the message. Status 204.\n');
      await load({ streamers: [streamer(1)], streams: weeks });
      const accepted = (kind: string) => `Target hook accepted a message ${kind}. Status 204.\n`;
      expect(await test('hook')).toMatchObject({ code: 0, output: accepted('report.week') + accepted('report.month') });
      await test('chat');
      const [empty, week, month, ofChat] = receiver.messages;
      expect(empty?.body.type).toBe('test');
      expect([week, month].map((message) => message?.body.type)).toEqual(['report.week', 'report.month']);
      const { from, to: end } = week?.body.data as unknown as StreamersReport;
      expect(new Date(from).getUTCDay()).toBe(1);
      expect(now.getTime() - Date.parse(end)).toBeLessThan(7 * 24 * hourMs);
      expect(ofChat?.body).toMatchObject({ embeds: [{ description: expect.stringContaining('**S1**') }] });
      expect(await messages()).toEqual([]);
    } finally {
      await receiver.stop();
    }
  });
});

describe('a final month', () => {
  const september = (n: number, watchtime: number) => stream(n, n, '2026-09-10T10:00:00Z', { watchtime });
  const many = Array.from({ length: 101 }, (_, i) => i + 1);

  beforeEach(async () => {
    setTargets(
      target('both', { kinds: ['month.final', 'month.revised'] }),
      target('final', { kinds: ['month.final'] }),
    );
    await load({ streamers: many.map((id) => streamer(id)), streams: many.map((id) => september(id, 10_000 - id)) });
  });

  const revised = async () => {
    const kind = (await messages()).filter((message) => message.kind === 'month.revised');
    return kind.map(({ target: name, subject, occurred_at }) => `${name} ${subject} ${occurred_at.toISOString()}`);
  };

  it('is revised if its first 100 rows change, at most once in 24 hours', async () => {
    await refresh('2026-10-03T00:00:00Z');
    expect(await written()).toEqual(['both month.final 2026-09', 'final month.final 2026-09']);
    await load({ streams: [september(101, 9_000)] });
    await refresh('2026-10-03T01:00:00Z');
    expect(await revised()).toEqual([]);
    await load({ streams: [september(100, 9_901)] });
    await refresh('2026-10-03T02:00:00Z');
    expect(await revised()).toEqual(['both 2026-09 2026-10-03T02:00:00.000Z']);
    const { id } = await load({ streams: [september(50, 9_999_999)] });
    await refresh('2026-10-03T03:00:00Z');
    await refresh('2026-10-04T01:59:59Z');
    expect(await revised()).toHaveLength(1);
    await refresh('2026-10-04T02:00:00Z');
    await refresh('2026-10-06T02:00:00Z');
    const second = ['both 2026-09 2026-10-03T02:00:00.000Z', 'both 2026-09 2026-10-04T02:00:00.000Z'];
    expect(await revised()).toEqual(second);
    await undoImport(database.client, id);
    await refresh('2026-10-07T00:00:00Z');
    expect(await revised()).toEqual([...second, 'both 2026-09 2026-10-07T00:00:00.000Z']);
    await forgetStreamer(database.client, 's3');
    await refresh('2026-10-09T00:00:00Z');
    expect(await revised()).toHaveLength(4);
    expect((await texts()).map((text) => JSON.parse(text) as object)).toContainEqual({
      ...{ type: 'month.revised', timestamp: '2026-10-09T00:00:00.000Z' },
      data: expect.objectContaining({ month: '2026-09', is_final: true, entries: 100 }) as object,
    });
  });

  it('is revised once a day while one of its streams is live', async () => {
    const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
    await load({ streams: [stream(200, 2, '2026-09-30T23:00:00Z', { ended_at: null, ...unknown })] });
    for (const hour of [48, 49, 60, 74]) {
      await database.client.query(
        `UPDATE live_streams l SET first_at = $1, last_at = $1, viewer_ms = 1, peak_viewers = $2, sample_count = 1 WHERE l.stream_id = 200`,
        ['2026-10-01T00:00:00Z', hour * 10],
      );
      await database.client.query(`INSERT INTO due_months (month) VALUES ('2026-09')`);
      await refresh(after('2026-10-01T00:00:00Z', hour));
    }
    expect(await revised()).toEqual(['both 2026-09 2026-10-03T01:00:00.000Z', 'both 2026-09 2026-10-04T02:00:00.000Z']);
  });

  it('is not revised by changes from before a target wanted them, or from more than 48 hours ago', async () => {
    setTargets(target('final', { kinds: ['month.final'] }));
    await refresh('2026-10-03T00:00:00Z');
    await load({ streams: [september(1, 20_000)] });
    await refresh('2026-10-03T01:00:00Z');
    setTargets(target('both', { kinds: ['month.revised'] }));
    await refresh('2026-10-03T02:00:00Z');
    expect(await revised()).toEqual([]);
    const without = async (now: string) => refreshLeaderboard(database.client, { now: new Date(now), months: 3 });
    await load({ streams: [september(2, 30_000)] });
    await without('2026-10-03T03:00:00Z');
    await refresh('2026-10-05T03:00:00Z');
    expect(await revised()).toEqual([]);
    await load({ streams: [september(3, 40_000)] });
    await without('2026-10-05T04:00:00Z');
    await refresh('2026-10-07T03:59:59Z');
    expect(await revised()).toEqual(['both 2026-09 2026-10-07T03:59:59.000Z']);
  });
});
