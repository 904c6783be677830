import { readWebhookTargets } from './webhook-targets.js';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const good = { name: 'one', url: 'https://example.com/hook?key=hidden', secrets: [secret], kinds: ['stream.started'] };
const read = (...targets: unknown[]) => readWebhookTargets(JSON.stringify(targets));
const problemOf = (...targets: unknown[]) => {
  try {
    read(...targets);
  } catch (error) {
    return (error as Error).message;
  }
  return undefined;
};

it('reads targets', () => {
  const chat = { name: 'chat', url: 'https://discord.com/api/webhooks/1/x', form: 'discord', kinds: ['data.stale'] };
  const inside = { ...good, name: 'inside', url: 'http://10.0.0.1/', private: true, streamers: ['ANN', '7', 'ann'] };
  const [one, two, three] = read(good, chat, inside);
  expect(one).toMatchObject({ name: 'one', isPrivate: false, streamers: null, form: 'standard' });
  expect(one?.secrets).toEqual([Buffer.alloc(24, 7)]);
  expect(two).toMatchObject({ form: 'discord', secrets: [] });
  expect(three).toMatchObject({ isPrivate: true, streamers: ['ann', '7'] });
  expect(read({ ...good, streamers: ['x'] })[0]?.digest).not.toBe(one?.digest);
});

const short = `whsec_${Buffer.alloc(23).toString('base64')}`;
const long = `whsec_${Buffer.alloc(65).toString('base64')}`;

it.each([
  ['object', 7],
  ['name', { ...good, name: 'Upper' }],
  ['name', { ...good, name: 'x'.repeat(51) }],
  ['url', { ...good, url: 'http://example.com' }],
  ['url', { ...good, url: 'https://user:hidden@example.com' }],
  ['url', { ...good, url: 'ftp://example.com', private: true }],
  ['private', { ...good, private: 'yes' }],
  ['kinds', { ...good, kinds: [] }],
  ['kinds', { ...good, kinds: ['stream.changed'] }],
  ['streamers', { ...good, streamers: [] }],
  ['streamers', { ...good, streamers: ['two words'] }],
  ['streamers', { ...good, streamers: Array.from({ length: 10_001 }, (_, i) => String(i)) }],
  ['secrets', { ...good, secrets: [] }],
  ['secrets', { ...good, secrets: [secret, secret, secret] }],
  ['secrets', { ...good, secrets: [short] }],
  ['secrets', { ...good, secrets: [long] }],
  ['secrets', { ...good, secrets: [secret.slice(6)] }],
  ['secrets', { ...good, form: 'discord' }],
  ['form', { ...good, form: 'slack' }],
  ['properties', { ...good, secret }],
])('rejects a wrong %s, and shows no secret and no address', (property, target) => {
  const problem = problemOf(target);
  expect(problem).toContain(property);
  expect(problem).not.toMatch(/hidden|whsec_\w{5}/);
});

it('rejects repeated names, more than 100 targets, and other JSON', () => {
  expect(problemOf(good, good)).toBe('Two targets have the name one.');
  expect(problemOf(...Array.from({ length: 101 }, (_, i) => ({ ...good, name: `n${i}` })))).toContain('at most 100');
  expect(() => readWebhookTargets('{}')).toThrow('array');
  expect(() => readWebhookTargets('[whsec_hidden')).toThrow('The file must contain JSON.');
});
