import { TestApp } from './test-app.js';

const token = 'token-of-the-tests-0123456789';

/** The resource at `path` answers to a valid token alone, where one is configured. */
export function requiresToken(open: () => TestApp, path: string): void {
  describe('where a token is configured', () => {
    let api: TestApp;

    beforeAll(async () => {
      api = await TestApp.start({ env: { API_TOKEN: token }, databaseUrl: open().databaseUrl });
    });

    afterAll(() => api.stop());

    it('answers 401 without a token', async () => {
      const { status, headers, body } = await api.get(path);
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toEqual({
        error: 'This API needs a token: send the header "Authorization: Bearer <API_TOKEN>".',
      });
    });

    it('answers 401 to a wrong token', async () => {
      const { status, headers, body } = await api.get(path, { Authorization: 'Bearer wrong-0123456789' });
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Bearer');
      expect(body).toEqual({ error: expect.stringContaining('The token is not valid') });
    });

    it('answers to the token', async () => {
      expect((await api.get(path, { Authorization: `Bearer ${token}` })).status).not.toBe(401);
    });
  });
}

/** The resource of a streamer answers 400 to what no login or id can be, and 404 to what could but is none. */
export function rejectsBadNames(api: () => TestApp, pathOf: (name: string) => string): void {
  it.each([
    ...['a-b', 'a.b', 'a b', ' a', 'a\n', "a'", 'a"b', 'a/b', 'a\\b', '*', '%', '@a', 'é', '아', 'ａ', '🙂', '\0'],
    'a'.repeat(26),
    '1'.repeat(26),
  ])('answers 400 to the name %j', async (name) => {
    const { status, body } = await api().get(pathOf(encodeURIComponent(name)));
    expect(status).toBe(400);
    expect(body).toEqual({
      error: 'name must be a login (1 to 25 of the characters a-z, 0-9 and _) or a numeric channel id',
    });
  });

  it.each(['nobody', 'a', '_', '0', '007', '9223372036854775807', '9223372036854775808', 'a'.repeat(25)])(
    'answers 404 to the name %s, which nobody has',
    async (name) => {
      const { status, body } = await api().get(pathOf(name));
      expect(status).toBe(404);
      expect(body).toEqual({ error: 'There is no streamer with this login or channel id.' });
    },
  );
}

/** The resource of a stream or an event answers 404 to what no id can be, and to what could be one but is none. */
export function findsNoBadIds(api: () => TestApp, pathOf: (id: string) => string, error: string): void {
  it.each([
    ...['424242', '9223372036854775806', '9223372036854775808', '9'.repeat(40), '00', '042', '-1', '+1', '1.0', '1e3'],
    ...['0x10', ' 1', '1 ', '1\n', '\0', 'abc', '١', 'a/b', '%', "1' OR '1'='1"],
  ])('answers 404 to the id %j, which nothing has', async (id) => {
    const { status, body } = await api().get(pathOf(encodeURIComponent(id)));
    expect(status).toBe(404);
    expect(body).toEqual({ error });
  });
}

export interface IntegerParameter {
  name: string;
  minimum: number;
  maximum: number;
}

/** The resource answers 400 to what is no plain integer of the parameter's range, and takes both ends of it. */
export function rejectsBadIntegers(
  api: () => TestApp,
  pathOf: (query: string) => string,
  { name, minimum, maximum }: IntegerParameter,
): void {
  const outside = [minimum - 1, maximum + 1].map(String);
  const texts = [...outside, '', ' ', '1.5', '1.0', '1e1', '0x10', '+1', ' 1', '1 ', '01', 'abc', 'null', '١'];

  it.each([
    ...texts.map((text) => `${name}=${encodeURIComponent(text)}`),
    `${name}=1&${name}=2`,
    `${name}=1&${name}=1`,
    name,
  ])('answers 400 to ?%s', async (query) => {
    const { status, body } = await api().get(pathOf(query));
    expect(status).toBe(400);
    expect(body).toEqual({ error: `${name} must be an integer from ${minimum} to ${maximum}` });
  });

  it.each([minimum, maximum])(`takes ${name}=%d`, async (value) => {
    expect(await api().get(pathOf(`${name}=${value}`))).toMatchObject({ status: 200 });
  });

  it.each([`${name}x=0`, `${name}[]=0`, `${name.toUpperCase()}=0`, '__proto__=0', 'constructor=0'])(
    'ignores ?%s',
    async (query) => {
      expect(await api().get(pathOf(query))).toMatchObject({ status: 200 });
    },
  );
}
