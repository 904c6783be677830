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

it('reads the changes, the time zone of reports and the token of a target', () => {
  expect(read(good)[0]).toMatchObject({ changes: null, tz: 'UTC' });
  const ntfy = {
    name: 'phone',
    url: 'https://ntfy.sh/my-Topic_7',
    form: 'ntfy',
    token: 'tk_abc',
    kinds: ['report.week'],
  };
  const [target] = read({ ...ntfy, changes: ['game_name', 'tags'], tz: 'Europe/Berlin' });
  expect(target).toMatchObject({ ...ntfy, changes: ['game_name', 'tags'], tz: 'Europe/Berlin', secrets: [] });
  expect(read({ ...ntfy, token: undefined })[0]?.token).toBeUndefined();
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
  ['kinds', { ...good, kinds: ['stream.renamed'] }],
  ['changes must be a list of title, game_name, language, tags', { ...good, changes: ['viewers'] }],
  ['changes', { ...good, changes: [] }],
  ['tz must be an IANA time zone such as Europe/Berlin', { ...good, tz: 'Europe/Paderborn' }],
  ['tz', { ...good, tz: '+01:00' }],
  ['streamers', { ...good, streamers: [] }],
  ['streamers', { ...good, streamers: ['two words'] }],
  ['streamers', { ...good, streamers: Array.from({ length: 10_001 }, (_, i) => String(i)) }],
  ['secrets', { ...good, secrets: [] }],
  ['secrets', { ...good, secrets: [secret, secret, secret] }],
  ['secrets', { ...good, secrets: [short] }],
  ['secrets', { ...good, secrets: [long] }],
  ['secrets', { ...good, secrets: [secret.slice(6)] }],
  ['secrets', { ...good, form: 'discord' }],
  ['secrets', { ...good, url: 'https://ntfy.sh/topic', form: 'ntfy' }],
  ['topic of ntfy', { ...good, url: 'https://ntfy.sh/', form: 'ntfy' }],
  ['topic of ntfy', { ...good, url: 'https://ntfy.sh/a/b', form: 'ntfy' }],
  ['topic of ntfy', { ...good, url: `https://ntfy.sh/${'x'.repeat(65)}`, form: 'ntfy' }],
  ['token', { ...good, secrets: undefined, url: 'https://ntfy.sh/topic', form: 'ntfy', token: 'hidden' }],
  ['token', { ...good, token: 'tk_hidden' }],
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
