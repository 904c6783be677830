import { hoursAgo, testNow } from '../support/data/factories.js';
import { findsNoBadIds, rejectsBadIntegers, rejectsBadNames } from '../support/data/shared-examples.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, parseMarkup, wordsOfEach } from '../support/pages/markup.js';

const hostile = '</title><script>alert(1)</script>"\'&\u202E\u0007 한국';
const streamId = '77';

const paths = {
  followers: '/v1/streamer/drawn/follower-graph.svg',
  viewers: `/v1/streams/${streamId}/graphs/fiveMinutes.svg`,
  badge: '/v1/streamer/drawn/badge.svg',
};

describe('pictures', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });

  beforeAll(async () => {
    const { id: streamer_id } = await data.streamer({ login: 'drawn', display_name: hostile });
    await data.streamer({ login: 'blank', display_name: 'Blank' });
    await data.followerPoints(streamer_id, [
      [hoursAgo(96), 12_345],
      [hoursAgo(72), 23_456],
      [hoursAgo(24), 21_000],
      [hoursAgo(1), 21_432],
    ]);
    const ended_at = hoursAgo(2);
    await data.stream({
      id: streamId,
      streamer_id,
      started_at: hoursAgo(4),
      ended_at,
      title: hostile,
      avg_viewers: 1_234,
      peak_viewers: 6_789,
    });
    const minutes = [0, 5, 10, 60, 65, 70];
    await data.viewerSamples(
      minutes.map((minute) => ({
        stream_id: streamId,
        created_at: new Date(hoursAgo(4).getTime() + minute * 60_000),
        viewers: minute * 100,
      })),
    );
  });

  const draw = async (path: string) => {
    const { status, text } = await api.get(path);
    expect(status).toBe(200);
    return text;
  };
  const titleOf = (svg: string) => parseMarkup(svg).querySelector('title')?.text;
  const descriptionOf = (svg: string) => parseMarkup(svg).querySelector('desc')?.text;
  const labelsOf = (svg: string) => wordsOfEach(parseMarkup(svg), 'text');
  const segmentsOf = (svg: string) => attributesOf(parseMarkup(svg), '.chart-line', 'd')[0]?.split('M').slice(1).length;

  rejectsBadNames(api, (name) => `/v1/streamer/${name}/badge.svg`);
  findsNoBadIds(api, (id) => `/v1/streams/${id}/graphs/hourly.svg`, 'No stream has this ID.');
  rejectsBadIntegers(api, paths.followers, 'width', [200, 1_600]);
  rejectsBadIntegers(api, paths.viewers, 'height', [100, 1_000]);

  describe.each(Object.values(paths))('GET %s', (path) => {
    it('name the highest mean of an interval the peak only if it is the peak of the stream', async () => {
      const label = expect.stringMatching(/^Highest [\d,]+, \d\d:\d\d$/);
      expect(labelsOf(await draw(paths.viewers))).toContainEqual(label);
    });

    it('is SVG that pages of other origins may show, and that may run and load nothing, each time', async () => {
      for (let i = 0; i < 3; i++) {
        const { status, headers, text } = await api.get(path);
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('image/svg+xml');
        expect(headers.get('content-security-policy')).toBe(
          "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        );
        expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(text).toMatch(/^<svg .*<\/svg>$/);
      }
    });

    it('has an entity tag, which leads to a 304', async () => {
      const { headers } = await api.get(path);
      const etag = headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      const again = await api.send('GET', path, { 'If-None-Match': etag });
      expect(again).toMatchObject({ status: 304, text: '' });
    });

    it('escapes texts of third parties', async () => {
      const svg = await draw(path);
      expect(svg).toContain('&lt;/title&gt;&lt;script&gt;');
      for (const text of ['<script', '\u202E', '\u0007']) expect(svg).not.toContain(text);
    });

    it('follows the color scheme of the reader, or is light or dark', async () => {
      expect(await draw(path)).toContain('prefers-color-scheme');
      const [light, dark] = [await draw(`${path}?theme=light`), await draw(`${path}?theme=dark`)];
      expect(light).not.toContain('prefers-color-scheme');
      expect(light).not.toBe(dark);
    });

    it.each(['theme=blue', 'theme=', 'theme=light&theme=dark'])('returns 400 as JSON for %s', async (query) => {
      const { status, headers, body } = await api.get(`${path}?${query}`);
      expect(status).toBe(400);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(body).toEqual({ error: 'theme must be one of light, dark, auto' });
    });
  });

  it('describes followers in words, with all digits, and leaves a gap for a day without a count', async () => {
    const svg = await draw(paths.followers);
    expect(titleOf(svg)).toMatch(/^Followers of /);
    expect(descriptionOf(svg)).toBe(
      'From 12,345 followers on 11 Jun 2026, 12:00 UTC to 21,432 on 15 Jun 2026, 11:00 UTC, at least 12,345 and at most 23,456.',
    );
    expect(segmentsOf(svg)).toBe(2);
  });

  it('draws the requested range in the requested size', async () => {
    const svg = await draw(`${paths.followers}?from=2026-06-12&to=2026-06-13&width=300&height=150`);
    const size = { width: '300', height: '150', viewBox: '0 0 300 150' };
    expect(parseMarkup(svg).querySelector('svg')?.attributes).toMatchObject(size);
    expect(descriptionOf(svg)).toBe('23,456 followers on 12 Jun 2026, 12:00 UTC.');
  });

  it('reports missing data', async () => {
    const blank = labelsOf(await draw('/v1/streamer/blank/follower-graph.svg'));
    expect(blank).toContain('No follower counts in this period.');
    expect(labelsOf(await draw(`${paths.viewers}?from=2027-01-01`))).toContain('No viewer samples in this period.');
  });

  it('describes viewers in words, and leaves a gap without samples', async () => {
    const svg = await draw(paths.viewers);
    expect(titleOf(svg)).toMatch(/^Viewers of .* in the stream of 15 Jun 2026, 08:00 UTC$/);
    expect(descriptionOf(svg)).toBe(
      'From 15 Jun 2026, 08:00 to 15 Jun 2026, 09:10 UTC: 0 viewers at the start, 7,000 at the end, at most 7,000 at 15 Jun 2026, 09:10.',
    );
    expect(segmentsOf(svg)).toBe(2);
  });

  it('marks the peak of the stream at its minute, or the highest point, with the day in a long graph', async () => {
    expect(labelsOf(await draw(paths.viewers))).toContain('Highest 7,000, 09:10');
    const { id: streamer_id } = await data.streamer();
    const ended_at = hoursAgo(1);
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(31), ended_at, peak_viewers: 900 });
    const samples = [[31, 10], [21, 100], [20.5, 900], [20, 100], [2, 50]]; // prettier-ignore
    await data.viewerSamples(
      samples.map(([hour = 0, viewers = 0]) => ({ stream_id: id, created_at: hoursAgo(hour), viewers })),
    );
    expect(labelsOf(await draw(`/v1/streams/${id}/graphs/hourly.svg`))).toContain('Peak 900, 14 Jun, 15:30');
  });

  it('thins a long stream instead of refusing it, and accepts no other granularity', async () => {
    expect(await api.get(`/v1/streams/${streamId}/graphs/daily.svg`)).toMatchObject({
      status: 400,
      body: { error: 'granularity must be one of minutely, fiveMinutes, tenMinutes, thirtyMinutes, hourly' },
    });
    const { id: streamer_id } = await data.streamer();
    const { id } = await data.stream({ streamer_id, started_at: hoursAgo(60), ended_at: hoursAgo(1) });
    await data.viewerSamples(
      Array.from({ length: 3_200 }, (_, minute) => ({
        stream_id: id,
        created_at: new Date(hoursAgo(60).getTime() + minute * 60_000),
        viewers: minute % 100,
      })),
    );
    expect(await api.get(`/v1/streams/${id}/graphs/minutely`)).toMatchObject({ status: 400 });
    expect(segmentsOf(await draw(`/v1/streams/${id}/graphs/minutely.svg`))).toBe(1);
  });

  it.each([
    ['', '21,432 followers', '21.4k'],
    ['metric=live', 'offline', 'offline'],
    ['metric=viewers', 'offline', 'offline'],
    ['metric=avg_viewers', '1,234 viewers on average in the last 30 days', '1.23k'],
    ['metric=total_minutes', '2 hours streamed in the last 30 days', '2 h'],
    ['metric=stream_count', '1 stream in the last 30 days', '1'],
  ])('shows a figure as a badge: %s', async (query, title, value) => {
    const svg = await draw(`${paths.badge}?${query}`);
    expect(titleOf(svg)?.endsWith(`: ${title}`)).toBe(true);
    expect(labelsOf(svg)).toContain(value);
  });

  it('shows on a badge that a streamer is live, and unknown values', async () => {
    const { id, login } = await data.streamer();
    expect(labelsOf(await draw(`/v1/streamer/${login}/badge.svg`))).toContain('unknown');
    const unknown = { avg_viewers: null, peak_viewers: null, watchtime: null };
    const stream = await data.stream({ streamer_id: id, started_at: hoursAgo(1), ended_at: null, ...unknown });
    expect(labelsOf(await draw(`/v1/streamer/${login}/badge.svg?metric=live`))).toContain('live');
    for (const metric of ['watchtime', 'avg_viewers', 'peak_viewers'])
      expect(labelsOf(await draw(`/v1/streamer/${login}/badge.svg?metric=${metric}`))).toContain('unknown');
    const { login: other } = await data.streamer();
    expect(labelsOf(await draw(`/v1/streamer/${other}/badge.svg?metric=watchtime`))).toContain('no streams');
    const viewers = `/v1/streamer/${login}/badge.svg?metric=viewers`;
    expect(labelsOf(await draw(viewers))).toContain('unknown');
    await data.viewerSamples([{ stream_id: stream.id, created_at: hoursAgo(0.1), viewers: 1_234 }]);
    api.forgetAnswers();
    expect(titleOf(await draw(viewers))?.endsWith(': 1,234 viewers of the live stream')).toBe(true);
  });

  it('names the figures that a badge can show', async () => {
    expect(await api.get(`${paths.badge}?metric=fame`)).toMatchObject({
      status: 400,
      body: {
        error:
          'metric must be one of followers, live, viewers, avg_viewers, peak_viewers, watchtime, total_minutes, stream_count, rank',
      },
    });
    expect(await api.get(`${paths.badge}?height=65`)).toMatchObject({
      status: 400,
      body: { error: 'height must be an integer from 16 to 64' },
    });
  });
});
