import { withOwner } from '../../src/database/owner-client.js';
import { runImport } from '../../src/ingest/ingest.js';
import type { SubscriberPoint } from '../../src/streamer/dto/channel-points.response.js';
import { WindowStats } from '../../src/streamer/dto/window-stats.response.js';
import { inputsOf } from '../support/data/records.js';
import { rejectsBadIntegers, rejectsBadNames } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';
import { openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const now = new Date('2026-10-01T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const point = (days: number, subscribers: number, gifted: number | null = null) => ({
  ...{ streamer_id: 'kick:7', created_at: daysAgo(days), subscribers, gifted },
});
const points = [point(40, 100), point(20, 90, 30), point(10, 130, 0), point(1, 125, 40)];
const stream = (id: string, streamer_id: string) => ({
  ...{ id, streamer_id, started_at: daysAgo(3), ended_at: daysAgo(2), avg_viewers: 5, peak_viewers: 9 },
});
const records = {
  streamers: [
    { id: '7', login: 'ann_b', display_name: 'Ann' },
    { id: 'kick:7', login: 'kick:ann-b', display_name: 'Ann' },
    { id: 'kick:8', login: 'kick:bob', display_name: 'Bob' },
    { id: 'kick:9', login: 'kick:eve', display_name: 'Eve' },
  ],
  streams: [stream('71', '7'), stream('kick:550e8400-e29b-41d4-a716-446655440001', 'kick:7')],
  follower_points: ['7', 'kick:7', 'kick:9'].flatMap((streamer_id) =>
    [20, 1].map((days) => ({ streamer_id, created_at: daysAgo(days), followers: 500 - days })),
  ),
  subscriber_points: [...points, { streamer_id: 'kick:8', created_at: daysAgo(5), subscribers: 3 }],
};

const [api] = TestApp.whileTestingWithData({ now });

beforeAll(() => withOwner(api.databaseUrl, (client) => runImport(client, inputsOf(records))));

describe('GET /v1/streamer/{name}/subscriber-graph', () => {
  const graphOf = async (path: string) => (await api.get<SubscriberPoint[]>(`/v1/streamer/${path}`)).body;
  const shown = points.map(({ subscribers, gifted, created_at }) => ({ subscribers, gifted, created_at }));

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/subscriber-graph`);
  rejectsBadIntegers(api, '/v1/streamer/kick:ann-b/subscriber-graph', 'points', [2, 2_000]);

  it('returns the points oldest first, with gifted subscriptions or null', async () => {
    expect(await graphOf('kick:ann-b/subscriber-graph')).toEqual(shown);
  });

  it('returns a range, and thins the points', async () => {
    const range = `from=${points[1]!.created_at}&to=${points[3]!.created_at}`;
    expect(await graphOf(`kick:7/subscriber-graph?${range}`)).toEqual(shown.slice(1, 3));
    expect(await graphOf('kick:ann-b/subscriber-graph?points=2')).toEqual([shown[0], shown[3]]);
  });

  it('returns nothing on Twitch', async () => {
    expect(await graphOf('ann_b/subscriber-graph')).toEqual([]);
  });

  it('returns CSV, NDJSON and a picture', async () => {
    const text = async (accept: string, ending = '') => {
      const response = await fetch(`${api.url}/v1/streamer/kick:ann-b/subscriber-graph${ending}`, {
        headers: { accept },
      });
      return response.text();
    };
    expect((await text('text/csv')).split('\r\n')[1]).toBe(`100,,${points[0]!.created_at}`);
    expect(JSON.parse((await text('application/x-ndjson')).split('\n')[1] ?? '')).toEqual(shown[1]);
    const picture = await text('image/svg+xml', '.svg');
    expect(picture).toContain('Subscribers of Ann');
    expect(picture).toContain('at least 90 and at most 130.');
  });
});

describe('the stats of a window', () => {
  it.each([
    ['kick:ann-b', 'days=30', 125, 25],
    ['kick:ann-b', 'days=7', 125, -5],
    ['kick:ann-b', `from=${daysAgo(15)}&to=${daysAgo(5)}`, 130, 40],
    ['kick:ann-b', `from=${daysAgo(60)}&to=${daysAgo(50)}`, null, null],
    ['kick:bob', 'days=30', 3, null],
    ['ann_b', 'days=30', null, null],
  ])('of %s have subscribers with %s', async (name, query, subscribers, subscriber_gain) => {
    const { body } = await api.get<WindowStats>(`/v1/streamer/${name}/stats?${query}`);
    expect(body).toMatchObject({ subscribers, subscriber_gain });
  });
});

describe('a page', () => {
  it('shows subscribers in the place of followers on Kick', async () => {
    const page = await openPage(api, '/streamers/kick:ann-b');
    expect(page.querySelector('#subscribers')).not.toBeNull();
    expect(page.querySelector('#followers')).toBeNull();
    const words = wordsOf(page.querySelector('main'));
    expect(words).toMatch(/Subscribers( \S+)? 125 /);
    expect(words).toMatch(/Subscribers gained( \S+)? \+25 /);
    expect(words).toContain('Subscribers last counted');
    expect(words).not.toContain('Followers');
  });

  it('shows imported followers on Kick only without subscribers', async () => {
    const page = await openPage(api, '/streamers/kick:eve');
    expect(page.querySelector('#followers')).not.toBeNull();
    expect(page.querySelector('#subscribers')).toBeNull();
    const words = wordsOf(page.querySelector('main'));
    expect(words).toMatch(/Followers( \S+)? 499 /);
    expect(words).toContain('Followers last counted');
  });

  it('shows followers on Twitch', async () => {
    const page = await openPage(api, '/streamers/ann_b');
    expect(page.querySelector('#followers')).not.toBeNull();
    expect(page.querySelector('#subscribers')).toBeNull();
    expect(wordsOf(page.querySelector('main'))).not.toContain('Subscribers');
  });

  it('compares both counts of two platforms, each with its own row', async () => {
    const page = await openPage(api, '/compare?streamers=ann_b,kick:ann-b');
    for (const id of ['followers', 'subscribers']) expect(page.querySelector(`#${id}`)).not.toBeNull();
    const rows = wordsOfEach(page, 'tr').filter((row) => /followers|subscribers/i.test(row));
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Followers 499 –/),
        expect.stringMatching(/^Subscribers – no figure 125/),
        expect.stringMatching(/^Subscribers gained – no figure \+25/),
      ]),
    );
    const onKick = await openPage(api, '/compare?streamers=kick:bob,kick:ann-b');
    expect(onKick.querySelector('#followers')).toBeNull();
  });

  it('has a file with all points', async () => {
    const file = await (await fetch(`${api.url}/download/streamers/kick:ann-b/subscribers.csv`)).text();
    expect(
      file
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(',')[1]),
    ).toEqual(['90', '130', '125']);
  });
});
