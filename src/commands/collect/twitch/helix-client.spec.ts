import { WaitingClock } from '../../../clock/waiting-clock.js';
import { AskErrorKind } from '../platform.js';
import { HelixClient } from './helix-client.js';
import { readStreams } from './shapes.js';

class SleepingClock extends WaitingClock {
  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    // The limit of a request never comes here; a delay is over at once.
    if (ms >= 10_000) await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
  }
}

const page = { data: [], pagination: {} };
const token = () => Response.json({ access_token: 'secret-token', expires_in: 5_000, token_type: 'bearer' });

/** Asks for streams, with these answers in their order. */
async function ask(...answers: (() => Response)[]) {
  const errors: AskErrorKind[] = [];
  const urls: string[] = [];
  const client = new HelixClient({
    ...{ clientId: 'client', clientSecret: 'hunter2', apiUrl: 'https://a/helix', authUrl: 'https://a/oauth2' },
    clock: new SleepingClock(),
    random: () => 0,
    fetch: async (url) => {
      urls.push(url);
      if (url.endsWith('/token')) return token();
      return (answers.shift() ?? (() => Response.json(page)))();
    },
    onError: (kind) => errors.push(kind),
  });
  const asked = client.get('/streams', [['first', '100']], new AbortController().signal, readStreams);
  const result = await asked.catch((error: unknown) => error as Error);
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
  it('is repeated after failures of the server and the network, and after what is no page', async () => {
    const html = () => new Response('<html>', { status: 200 });
    const { result, errors } = await ask(status(500), network, html, () => Response.json({ data: [{ id: 1 }] }));
    expect(result).toEqual({ streams: [], cursor: '' });
    expect(errors).toEqual(['server', 'network', 'answer', 'answer']);
  });

  it('is given up after six of them', async () => {
    const { result, errors } = await ask(...Array.from({ length: 9 }, () => status(503)));
    expect(result).toMatchObject({ kind: 'server', message: '/streams was answered with 503' });
    expect(errors).toHaveLength(6);
  });

  it('gets one new token', async () => {
    const { result, urls } = await ask(status(401));
    expect(result).toEqual({ streams: [], cursor: '' });
    expect(urls.filter((url) => url.endsWith('/token'))).toHaveLength(2);
  });

  it('gets another one for each try, and ends with what to do where Twitch refuses all of them', async () => {
    const refusals = (count: number) => Array.from({ length: count }, () => status(401, 'Invalid OAuth token'));
    const { result, errors } = await ask(...refusals(6));
    expect(result).toEqual({ streams: [], cursor: '' });
    expect(errors).toEqual(Array.from({ length: 6 }, () => 'token'));
    const { result: refused, urls } = await ask(...refusals(7));
    expect(refused).toMatchObject({
      message: expect.stringContaining('Twitch refuses /streams with 401: Invalid OAuth token. Check TWITCH_CLIENT_ID'),
    });
    expect(urls.filter((url) => url.endsWith('/token'))).toHaveLength(7);
  });

  it('ends with what to do where Twitch refuses it', async () => {
    const { result, errors } = await ask(status(400, 'bad cursor'));
    expect(errors).toEqual([]);
    expect(result).toMatchObject({
      message: expect.stringMatching(/^Twitch refuses \/streams with 400: bad cursor\. Check TWITCH_API_URL/),
    });
    expect(JSON.stringify(result)).not.toMatch(/hunter2|secret-token/);
  });
});
