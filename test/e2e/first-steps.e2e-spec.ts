import { hoursAgo, testNow } from '../support/data/factories.js';
import { TestApp } from '../support/http/test-app.js';
import { openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

// The cache would keep the earlier states of the page.
const options = { now: testNow, env: { CACHE_TTL_SECONDS: '0' } };
const steps = async (api: TestApp) => wordsOfEach(await openPage(api, '/'), '.steps li > p');

describe('the first steps of a site without streamers', () => {
  const [api, data] = TestApp.whileTestingWithData(options);

  it('are done one after the other, until there is a streamer', async () => {
    expect(await steps(api)).toEqual(['No credentials found.', 'No sweep yet.', 'No stream yet.']);
    await data.client.query(
      `INSERT INTO collector_sweeps (platform, since, swept_at) VALUES ('kick', '${hoursAgo(1).toISOString()}', '${hoursAgo(1).toISOString()}')`,
    );
    expect(await steps(api)).toEqual([
      '✓ The collector has credentials.',
      expect.stringContaining('First sweep 60 min ago'),
      'No stream yet.',
    ]);
    expect(wordsOf(await openPage(api, '/'))).not.toContain('failed');
    await data.client.query(
      `INSERT INTO collector_failures VALUES ('twitch', '${hoursAgo(2).toISOString()}', 'no response (<b>ECONNREFUSED</b>)')`,
    );
    expect(wordsOf(await openPage(api, '/'))).toMatch(
      /The last sweep of Twitch failed 2 h ago.*: no response \(<b>ECONNREFUSED<\/b>\) \./,
    );
    await data.streamer();
    expect(await steps(api)).toEqual([]);
    expect(wordsOf(await openPage(api, '/leaderboard'))).toContain('Nobody is live.');
  });
});

describe('the first steps with credentials', () => {
  const env = { ...options.env, TWITCH_CLIENT_ID: 'the-id', TWITCH_CLIENT_SECRET: 'the-secret' };
  const api = TestApp.whileTesting({ ...options, env });

  it('name the platform, and contain no secret', async () => {
    expect((await steps(api))[0]).toBe('✓ Credentials of Twitch found.');
    const { text } = await api.send('GET', '/', { accept: 'text/html' });
    expect(text).not.toMatch(/the-(id|secret)/);
  });
});
