import { pino } from 'pino';
import { WaitingClock } from '../../../clock/clock.js';
import { ErrorKind } from '../../collector-state.js';
import { RequestError } from '../platform.js';
import { kickApi } from '../kick/kick.js';
import { Api, ApiClient, Query } from './api-client.js';
import { helix } from '../twitch/twitch.js';
import { readStreams } from '../twitch/shapes.js';

class SleepingClock extends WaitingClock {
  private ms = 0;

  override monotonicMs(): number {
    return this.ms;
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // The time limit of a request never expires; other delays end at once.
    if (ms === 10_000) await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
    this.ms += ms;
  }
}

const page = { data: [], pagination: {} };
const token = () => Response.json({ access_token: 'secret-token', expires_in: 5_000, token_type: 'bearer' });

const firstPage: Query = [['first', '100']];

interface Setting {
  query?: Query;
  signal?: AbortSignal;
  giveToken?: () => Response;
  api?: Api;
  clock?: SleepingClock;
}

/** Requests streams from a client that receives these responses in order. */
const request = (...responses: (() => Response)[]) => requestWith({}, ...responses);

function clientWith(
  { giveToken = token, api = helix, clock = new SleepingClock() }: Setting,
  ...responses: (() => Response)[]
) {
  const errors: ErrorKind[] = [];
  const urls: string[] = [];
  const client = new ApiClient(api, {
    config: {
      requestsPerMinute: 800,
      clientId: 'client',
      clientSecret: 'hunter2',
      apiUrl: 'https://a/helix',
      authUrl: 'https://a/oauth2',
    },
    clock,
    fetch: async (url) => {
      urls.push(url);
      if (url.endsWith('/token')) return giveToken();
      return (responses.shift() ?? (() => Response.json(page)))();
    },
    state: { fail: (kind) => errors.push(kind), wrongClock: undefined },
    logger: pino({ level: 'silent' }),
  });
  return { client, errors, urls };
}

async function requestWith(setting: Setting, ...responses: (() => Response)[]) {
  const { query = firstPage, signal = new AbortController().signal } = setting;
  const { client, errors, urls } = clientWith(setting, ...responses);
  const sent = client.get('/streams', query, signal, (json) => readStreams(json, new Date()));
  const result = await sent.catch((error: unknown) => error as Error);
  return { result, errors, urls };
}

const status =
  (code: number, message = '') =>
  () =>
    Response.json({ message }, { status: code });
const network = () => {
  throw new TypeError('fetch failed', { cause: new Error('reset') });
};

describe('a request to Helix', () => {
  it('is repeated after server and network failures, and after a response without a page', async () => {
    const html = () => new Response('<html>', { status: 200 });
    const { result, errors } = await request(status(500), network, html, () => Response.json({ data: { id: 1 } }));
    expect(result).toEqual({ items: [], invalid: [], cursor: '' });
    expect(errors).toEqual(['server', 'network', 'answer', 'answer']);
  });

  it('fails after six failures', async () => {
    const { result, errors } = await request(...Array.from({ length: 9 }, () => status(503)));
    expect(result).toMatchObject({ kind: 'server', message: '/streams returned 503' });
    expect(errors).toHaveLength(6);
  });

  it('gets another token for each attempt, and fails with advice if Twitch refuses all of them', async () => {
    const refusals = (count: number) => Array.from({ length: count }, () => status(401, 'Invalid OAuth token'));
    const { result, errors } = await request(...refusals(6));
    expect(result).toEqual({ items: [], invalid: [], cursor: '' });
    expect(errors).toEqual(Array.from({ length: 6 }, () => 'token'));
    const { result: refused, urls } = await request(...refusals(7));
    expect(refused).toMatchObject({
      message: expect.stringContaining(
        'Twitch rejected the request /streams with 401: Invalid OAuth token. Check TWITCH_CLIENT_ID',
      ),
    });
    expect(urls.filter((url) => url.endsWith('/token'))).toHaveLength(7);
  });

  it.each<[string, Query, number, string, string]>([
    ['nothing but the request', [], 400, '/streams', 'request'],
    ['a cursor', [['after', 'abc']], 400, '/streams after a cursor', 'request'],
    ['one value', [['user_id', '7']], 400, '/streams?user_id=7', 'values'],
    [
      'more',
      [
        ['user_id', '7'],
        ['user_id', '8'],
      ],
      400,
      '/streams for 2 values of user_id',
      'values',
    ],
    ['values, but not for these', [['user_id', '7']], 403, '/streams?user_id=7', 'request'],
  ])('reports the values or the request that Twitch refuses: %s', async (_title, query, code, what, refused) => {
    const { result } = await requestWith({ query: [...firstPage, ...query] }, status(code, 'bad'));
    expect(result).toMatchObject({ refused, message: expect.stringMatching(/: bad\./) });
    expect((result as Error).message).toContain(`Twitch rejected the request ${what} with ${code}`);
  });

  it('shows the message of Twitch without secrets and control characters, truncated to 200 characters', async () => {
    const words = `\u001b[31msecret-token hunter2 ${'x'.repeat(300)}`;
    const { result } = await request(status(400, words));
    expect((result as Error).message).toMatch(/: \[31m\*{3} \*{3} x{188}\. Check/);
  });

  it('waits after each 429, and fails after ten', async () => {
    const limited = status(429);
    const { result, errors } = await request(limited, limited);
    expect(result).toEqual({ items: [], invalid: [], cursor: '' });
    expect(errors).toEqual(['budget', 'budget']);
    const { result: refused } = await request(...Array.from({ length: 10 }, () => limited));
    expect(refused).toMatchObject({
      kind: 'budget',
      message: expect.stringMatching(/^\/streams .* 429, so requests wait for \d+ s$/),
    });
  });

  it('reports how its time was spent when it is stopped', async () => {
    const stopping = new AbortController();
    const stop = () => {
      stopping.abort(new RequestError('stopped', 'not done within 60 s'));
      throw new TypeError('fetch failed');
    };
    const { result } = await requestWith({ signal: stopping.signal }, status(503), stop);
    expect(result).toMatchObject({
      kind: 'stopped',
      message: 'not done within 60 s, after /streams returned 503',
    });
  });

  it('ignores an invalid token', async () => {
    const { result, errors } = await requestWith({
      giveToken: () => Response.json({ access_token: 'a\nb', expires_in: 1 }),
    });
    expect([result, errors[0]]).toMatchObject([{ message: 'the response contains no token' }, 'answer']);
  });
});

describe.each([
  ['Twitch', helix],
  ['Kick', kickApi],
])('a pause of %s', (_title, api) => {
  const limited = (seconds: number) => () =>
    new Response('', { status: 429, headers: { 'Retry-After': `${seconds}` } });
  const reason = (seconds: number) => `returned 429, so requests wait for ${seconds} s`;

  it('of a minute is waited for; a longer one ends the request at once', async () => {
    const waited = await requestWith({ api }, limited(60));
    expect([waited.errors, waited.result]).toEqual([['budget'], { items: [], invalid: [], cursor: '' }]);
    const { result, urls } = await requestWith({ api }, limited(61));
    expect(result).toMatchObject({ kind: 'budget', message: `/streams ${reason(61)}` });
    expect(urls.filter((url) => url.includes('/streams'))).toHaveLength(1);
  });

  it('also applies to the token request, and to later requests until it is over', async () => {
    const clock = new SleepingClock();
    let tokens = 0;
    const { client, urls } = clientWith({
      ...{ api, clock },
      giveToken: () => (tokens++ === 0 ? limited(900)() : token()),
    });
    const get = () =>
      client.get('/streams', firstPage, new AbortController().signal, (json) => readStreams(json, new Date()));
    for (const passedMs of [0, 899_999]) {
      await clock.sleep(passedMs);
      await expect(get()).rejects.toMatchObject({ kind: 'budget', message: `the token request ${reason(900)}` });
    }
    expect(urls).toHaveLength(1);
    await clock.sleep(1);
    expect(await get()).toMatchObject({ items: [] });
  });
});

describe('a request to Kick', () => {
  const refusedBy = (code: number, body: object) => () => Response.json(body, { status: code });

  it.each<[string, () => Response, object]>([
    [
      '401',
      refusedBy(401, {}),
      { refused: 'credentials', message: expect.stringContaining('Kick does not accept KICK_CLIENT_ID') },
    ],
    ['invalid_client', refusedBy(400, { error: 'invalid_client' }), { refused: 'credentials' }],
    ['403', refusedBy(403, {}), { kind: 'server', message: 'the token request returned 403' }],
    ['404', refusedBy(404, { error: 'Not Found' }), { kind: 'server' }],
    ['400', refusedBy(400, { error: 'Invalid request' }), { kind: 'server' }],
  ])('distinguishes wrong credentials from outages of the token endpoint: %s', async (_title, giveToken, failure) => {
    expect((await requestWith({ giveToken, api: kickApi })).result).toMatchObject(failure);
  });

  it('is repeated after the 403 and 404 of an outage, and after a 401 with a valid token', async () => {
    const { result, errors } = await requestWith({ api: kickApi }, status(403), status(404), status(401));
    expect(result).toEqual({ items: [], invalid: [], cursor: '' });
    expect(errors).toEqual(['server', 'server', 'token']);
  });

  it('reports a refused value', async () => {
    const query: Query = [['slug', 'x']];
    const { result } = await requestWith({ api: kickApi, query }, status(400, 'bad'));
    expect(result).toMatchObject({
      refused: 'values',
      message: 'Kick rejected the request /streams?slug=x with 400: bad.',
    });
  });
});
