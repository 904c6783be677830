import { sendRaw } from '../support/raw-http.js';
import { TestApp } from '../support/test-app.js';

describe('errors', () => {
  const api = TestApp.whileTesting();

  it('answers an unknown route with 404 and does not repeat the path', async () => {
    const { status, body, text } = await api.get('/v1/<script>');
    expect(status).toBe(404);
    expect(body).toEqual({ error: 'There is nothing here. The operations of this API are listed at /docs.' });
    expect(text).not.toContain('script');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    'answers %s on a known path with 405 and what is allowed',
    async (method) => {
      const { status, headers, body } = await api.send(method, '/v1/leaderboard');
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('GET, HEAD');
      expect(body).toEqual({ error: `${method} is not possible: this API is read with GET or HEAD.` });
    },
  );

  it('answers POST on an unknown path with 404', async () => {
    const { status, body } = await api.send('POST', '/v1/nothing');
    expect(status).toBe(404);
    expect(body).toEqual({ error: expect.any(String) });
  });

  it('answers OPTIONS with what is allowed', async () => {
    const { status, headers } = await api.send('OPTIONS', '/v1/leaderboard');
    expect(status).toBe(204);
    expect(headers.get('allow')).toBe('GET, HEAD');
  });

  it('answers HEAD like GET, without the body', async () => {
    const { status, text } = await api.send('HEAD', '/v1/leaderboard');
    expect(status).toBe(200);
    expect(text).toBe('');
  });

  it.each(['/v1/streamer/%ZZ/partners', '/v1/streamer/%E0%A4%A/partners', '/%'])(
    'answers bad percent-encoding in %s with 400',
    async (path) => {
      const received = await sendRaw(api.port, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      expect(bodyOf(received)).toEqual({ error: expect.stringContaining('percent sign') });
    },
  );

  it('answers a URL of 4,097 characters with 414 and one of 4,096 as usual', async () => {
    const path = '/v1/leaderboard?x=';
    const longest = await api.send('GET', path + 'a'.repeat(4096 - path.length));
    const tooLong = await api.send('GET', path + 'a'.repeat(4097 - path.length));
    expect(longest.status).toBe(200);
    expect(tooLong.status).toBe(414);
    expect(tooLong.body).toEqual({ error: 'The URL is longer than 4096 characters.' });
  });

  it('answers a query of 33 parameters with 400, and one of 32 as usual', async () => {
    const query = (count: number) => Array.from({ length: count - 1 }, (_, i) => `a${i}=1`).join('&');
    const { status, body } = await api.send('GET', `/v1/leaderboard?${query(32)}&limit=0`);
    expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining('limit') } });
    expect(await api.send('GET', `/v1/leaderboard?${query(33)}&limit=1`)).toMatchObject({
      status: 400,
      body: { error: 'The query has more than 32 parameters.' },
    });
  });

  it('answers headers above 16 KiB with 431', async () => {
    const received = await sendRaw(
      api.port,
      `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 431 /);
    expect(bodyOf(received)).toEqual({ error: 'The URL and the headers are longer than 16 KiB together.' });
  });

  it('answers what is not HTTP with 400', async () => {
    const received = await sendRaw(api.port, 'hello\r\n\r\n');
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(bodyOf(received)).toEqual({ error: 'This is not a valid HTTP request.' });
  });

  it.each(['Content-Length: 4\r\n\r\n{bad', 'Transfer-Encoding: chunked\r\n\r\n4\r\n{bad\r\n0\r\n\r\n'])(
    'answers a GET with a body with 400 and closes the connection (%j)',
    async (rest) => {
      const received = await sendRaw(api.port, `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\n${rest}`);
      expect(received).toMatch(/^HTTP\/1\.1 400 /);
      expect(received).toMatch(/\r\nConnection: close\r\n/i);
      expect(bodyOf(received)).toEqual({ error: expect.stringContaining('carries a body') });
    },
  );

  it.each(['h2c', 'websocket'])('answers a request to go on with %s as any other, and hangs up', async (protocol) => {
    const upgrade = `GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nConnection: keep-alive, Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`;
    const startedAt = performance.now();
    for (const received of [await sendRaw(api.port, upgrade), await sendRaw(api.port, upgrade)]) {
      expect(received).toMatch(/^HTTP\/1\.1 200 /);
      expect(received).toMatch(/\r\nConnection: close\r\n/i);
    }
    expect(performance.now() - startedAt).toBeLessThan(4_500);
  });

  it('takes a GET that says its body is empty', async () => {
    const received = await sendRaw(
      api.port,
      'GET /v1/leaderboard HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    );
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe('a database that fails', () => {
  it('answers each operation with its own sentence, logs the cause, and says nothing of it', async () => {
    const lines: string[] = [];
    const env = { DATABASE_READER_URL: 'postgresql://nobody:secret@127.0.0.1:1/none', LOG_LEVEL: 'error' };
    const api = await TestApp.start({ env, now: new Date(), onLog: (line) => lines.push(line) });
    const sentences: Record<string, string> = {
      '/v1/streamer/a/recent-streams': 'Failed to fetch recent streams',
      '/v1/streamer/a/thirty-day-stats': 'Failed to fetch thirty day stats',
      '/v1/streamer/a/stats': 'Failed to fetch stats of a streamer',
      '/v1/stats?names=a': 'Failed to fetch stats',
      '/v1/streamer/a/follower-graph': 'Failed to fetch follower graph',
      '/v1/streamer/a/partners': 'Failed to fetch partners',
      '/v1/leaderboard': 'Failed to fetch leaderboard',
      '/v1/games': 'Failed to fetch games',
      '/v1/games/a': 'Failed to fetch game',
      '/v1/streamers': 'Failed to fetch streamers',
      '/v1/streams/live': 'Failed to fetch live streams',
      '/v1/streams/1': 'Failed to fetch stream',
      '/v1/streams/1/message-stats': 'Failed to fetch message statistics',
      '/v1/streams/1/before': 'Failed to fetch previous stream',
      '/v1/streams/1/graphs/hourly': 'Failed to fetch viewer graph',
      '/v1/streams/1/colab-sessions': 'Failed to fetch collaboration sessions',
      '/v1/events/public': 'Failed to fetch public events',
      '/v1/streamer/a/events': 'Failed to fetch events of a streamer',
      '/v1/events/1': 'Failed to fetch event',
      '/v1/status': 'Failed to fetch status',
    };
    try {
      for (const [path, error] of Object.entries(sentences)) {
        const { status, headers, body } = await api.get(path);
        expect({ path, status, body }).toEqual({ path, status: 500, body: { error } });
        expect(headers.get('retry-after')).toBe('5');
      }
      const pictures = [
        '/v1/streamer/a/follower-graph.svg',
        '/v1/streamer/a/badge.svg',
        '/v1/streams/1/graphs/hourly.svg',
      ];
      for (const path of pictures) {
        const { status, body } = await api.get(path);
        expect({ path, status, body }).toEqual({ path, status: 503, body: { error: expect.stringMatching(/^Busy/) } });
      }
      expect(await api.get('/v1/health/ready')).toMatchObject({
        status: 503,
        body: { error: 'The database is out of reach.' },
      });
      expect(await api.get('/v1/health/live')).toMatchObject({ status: 200 });
      // All in one second, of which the log shows the first five.
      expect(lines).toHaveLength(5);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error', status: 500, err: expect.anything() });
    } finally {
      await api.stop();
    }
  });
});

function bodyOf(received: string): unknown {
  return JSON.parse(received.slice(received.indexOf('\r\n\r\n') + 4));
}
