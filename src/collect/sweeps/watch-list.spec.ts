import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { WaitingClock } from '../../clock/clock.js';
import { readLogins } from '../../config/collect-config.js';
import { CollectorContext } from '../collector-context.js';
import { CollectorState } from '../collector-state.js';
import { ChannelProfile, Platform, RefusedError, RequestError, ResponseItems } from '../platforms/platform.js';
import { WatchList } from './watch-list.js';

const { signal } = new AbortController();
const profileOf = (login: string): ChannelProfile => ({
  ...{ id: `id of ${login}`, login, display_name: '', profile_image_url: '' },
});

function set(
  given: string[] | { file: string },
  respond: (logins: readonly string[]) => ResponseItems<ChannelProfile>,
  known: string[] = [],
) {
  let now = 0;
  const requests: string[][] = [];
  const watched: string[][] = [];
  const lines: { msg: string; names?: string[]; reason?: string }[] = [];
  const platform = {
    name: 'twitch',
    maxNames: 100,
    findChannels: (logins: readonly string[]) => {
      requests.push([...logins]);
      return new Promise((resolve) => resolve(respond(logins)));
    },
  } as unknown as Platform;
  const store = {
    listNames: () => Promise.resolve(new Map(known.map((name) => [name, `id of ${name}`]))),
    saveNames: () => Promise.resolve(),
    watch: (ids: readonly string[]) => Promise.resolve(void watched.push([...ids])),
  };
  const context = {
    ...{ platform, store, state: new CollectorState(), config: { missing: { kick: 'KICK_CLIENT_ID' } } },
    clock: Object.assign(new WaitingClock(), { monotonicMs: () => now }),
    logger: pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) }),
  } as unknown as CollectorContext;
  const list = new WatchList(context, Array.isArray(given) ? readLogins(given.join()) : given);
  const update = (ms: number) => {
    now += ms;
    return list.update(signal).finally(() => list.save(new Date(now)));
  };
  return { list, requests, watched, lines, update };
}

const all = (logins: readonly string[]) => ({ items: logins.map(profileOf), invalid: [] });
const refusing = (bad: readonly string[]) => (logins: readonly string[]) => {
  const found = logins.find((login) => bad.includes(login));
  if (found !== undefined) throw new RefusedError(`${found} is malformed`, 'values');
  return all(logins);
};
const namesOf = (count: number) => Array.from({ length: count }, (_, index) => `name${index}`);

it('lists the refused names in a warning, watches the others, and requests the refused names again after ten minutes', async () => {
  const names = namesOf(100);
  const { list, requests, lines, update } = set(names, refusing(['name3', 'name77']));
  await update(0);
  expect(list.channelIds).toHaveLength(98);
  expect(lines).toMatchObject([{ names: ['name3', 'name77'], reason: 'name3 is malformed' }]);
  expect(requests.length).toBeLessThan(30);
  requests.length = 0;
  await update(599_999);
  expect(requests).toEqual([]);
  await update(1);
  expect(requests).toEqual([['name3', 'name77'], ['name3'], ['name77']]);
});

it('leaves the remaining names for the next sweep when many are refused', async () => {
  const names = namesOf(60);
  const { list, lines, update } = set(names, refusing(names.slice(0, 40)));
  const counts: number[] = [];
  for (let index = 0; index < 6; index++) {
    await update(60_000);
    counts.push(list.channelIds.length);
  }
  expect(counts.at(-1)).toBe(20);
  expect(lines.flatMap((line) => line.names ?? [])).toEqual(names.slice(0, 40));
  expect(lines.map((line) => line.names?.length)).toEqual([10, 10, 10, 10]);
});

it('watches the known channels when a lookup is refused or fails', async () => {
  for (const error of [new RefusedError('no'), new RequestError('timeout', 'no response')]) {
    const { list, watched, lines, update } = set(
      ['old', 'new'],
      () => {
        throw error;
      },
      ['old'],
    );
    const updating = update(0);
    await updating;
    expect(lines).toMatchObject([{ reason: error.message }]);
    expect(list.channelIds).toEqual(['id of old']);
    expect(watched).toEqual([['id of old']]);
  }
});

it.each([new RefusedError('no'), new RequestError('network', 'no response')])(
  'fails if no channel is known and the lookup fails: %s',
  async (error) => {
    const failing = () => {
      throw error;
    };
    await expect(set(['new'], failing).update(0)).rejects.toBe(error);
  },
);

it('warns about names of a platform without credentials', () => {
  const { lines } = set(['ann', 'kick:bob', 'kick:cat'], all);
  expect(lines).toMatchObject([{ names: ['kick:bob', 'kick:cat'], missing: 'KICK_CLIENT_ID' }]);
  expect(set(['ann'], all).lines).toEqual([]);
});

it('does not report a name as unused if an item of the response is invalid', async () => {
  const invalid = [{ id: '1', channelId: '', property: 'display_name', reason: '' }];
  const { list, lines, update } = set(['one', 'two'], () => ({ items: [profileOf('one')], invalid }));
  await update(0);
  expect(list.channelIds).toEqual(['id of one']);
  expect(lines).toEqual([]);
});

it('uses the valid names of a file with a malformed one, and keeps the last names if all are malformed', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'watch-list-')), 'channels.txt');
  writeFileSync(file, 'fox\n');
  const { list, lines, update } = set({ file }, all);
  writeFileSync(file, 'fox\nhttps://www.twitch.tv/wolf\nowl\n');
  await update(0);
  expect(list.channelIds).toEqual(['id of fox', 'id of owl']);
  expect(lines[0]).toMatchObject({
    names: ['https://www.twitch.tv/wolf'],
    reason: expect.stringContaining('invalid name'),
  });
  writeFileSync(file, 'foo-bar\n');
  await update(0);
  expect(list.channelIds).toEqual(['id of fox', 'id of owl']);
});
