import { wholeNumber } from '../random.mjs';

/** What is no address, up to 7,500 characters of it. */
export function garbage(random) {
  const text = Array.from({ length: 4 }, () => random().toString(36)).join('');
  const kinds = [
    text,
    `${text}, `,
    `'; ${text}--`,
    `256.1.1.${text}`,
    `[::1${text}`,
    `${text}, `.repeat(150),
    ',',
    '::::',
  ];
  return kinds[wholeNumber(kinds.length, random)].slice(0, 7_500);
}

/** Whether the spellings of an address are counted together, one after the other. */
export async function isOneClient(client, random) {
  const number = () => wholeNumber(256, random);
  const address = `203.${number()}.${number()}.${number()}`;
  const spellings = [address, `${address}:80`, `::ffff:${address}`, `198.51.100.1, ${address}:${1 + number()}`];
  const left = [];
  for (const spelling of spellings) {
    const { headers } = await client.get('/v1/streamer/a-b/partners', { 'X-Forwarded-For': spelling });
    left.push(Number(headers['x-ratelimit-remaining']));
  }
  return left.every((remaining, i) => i === 0 || remaining === left[i - 1] - 1);
}
