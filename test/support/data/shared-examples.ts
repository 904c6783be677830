import { TestApp } from '../http/test-app.js';

/** The resource of a streamer returns 400 for an invalid name, and 404 for an unknown one. */
export function rejectsBadNames(api: TestApp, pathOf: (name: string) => string): void {
  it('returns 400 for an invalid name, and 404 for an unknown name', async () => {
    const characters = ['a-b', 'a b', ' a', 'a\n', "a'", 'a/b', '%', 'é', 'ａ', '\u212a', '🙂', '\0'];
    for (const name of [...characters, 'a'.repeat(26), '1'.repeat(26)]) {
      const { status, body } = await api.get(pathOf(encodeURIComponent(name)));
      const error =
        'name must be a login (1 to 25 of the characters a-z, 0-9 and _, or kick: and 1 to 64 of a-z, 0-9, _ and -) or a numeric channel ID';
      expect({ name, status, body }).toEqual({ name, status: 400, body: { error } });
    }
    for (const name of ['nobody', '_', '0', '007', '9223372036854775807', '9223372036854775808', 'a'.repeat(25)]) {
      const { status, body } = await api.get(pathOf(name));
      const error = 'No streamer has this login or channel ID.';
      expect({ name, status, body }).toEqual({ name, status: 404, body: { error } });
    }
  });
}

/** The resource of a stream or an event returns 404 for unknown and for invalid IDs. */
export function findsNoBadIds(api: TestApp, pathOf: (id: string) => string, error: string): void {
  it('returns 404 for an unknown ID and for an invalid ID', async () => {
    const numbers = ['424242', '9223372036854775806', '9223372036854775808', '9'.repeat(40)];
    for (const id of [...numbers, '00', '042', '-1', '1.0', '0x10', ' 1', '1\n', '\0', 'abc', '١', 'a/b', '%']) {
      const { status, body } = await api.get(pathOf(encodeURIComponent(id)));
      expect({ id, status, body }).toEqual({ id, status: 404, body: { error } });
    }
  });
}

/** The resource accepts both limits of a parameter's range, and returns 400 for values outside it and for non-integers. */
export function rejectsBadIntegers(
  api: TestApp,
  path: string,
  name: string,
  [minimum, maximum]: [number, number],
): void {
  it(`accepts ${name} from ${minimum} to ${maximum}`, async () => {
    for (const text of [String(minimum - 1), String(maximum + 1), '', '1e1', '01', 'abc', `1&${name}=1`]) {
      const { status, body } = await api.get(`${path}?${name}=${text}`);
      const error = `${name} must be an integer from ${minimum} to ${maximum}`;
      expect({ text, status, body }).toEqual({ text, status: 400, body: { error } });
    }
    for (const query of [`${name}=${minimum}`, `${name}=${maximum}`, `${name}[]=0`, '__proto__=0']) {
      expect({ query, status: (await api.get(`${path}?${query}`)).status }).toEqual({ query, status: 200 });
    }
  });
}

/** The address of the next page from the Link header of a response. */
export function nextPageOf(headers: Headers): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
}

/** The items of all pages of a list. */
export async function walkPages<Item>(api: TestApp, path: string): Promise<Item[]> {
  const items: Item[] = [];
  let next: string | undefined = path;
  for (let pages = 0; next !== undefined && pages < 300; pages++) {
    const { body, headers } = await api.get<Item[]>(next);
    items.push(...body);
    next = nextPageOf(headers);
  }
  return items;
}
