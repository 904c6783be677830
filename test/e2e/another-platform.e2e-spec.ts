import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Platform } from '../../src/collect/platforms/platform.js';
import type { PlatformDescriptor } from '../../src/config/platform-descriptors.js';
import { withOwner } from '../../src/database/owner-client.js';
import { encodeId } from '../../src/database/platforms/platform-ids.js';
import { runImport } from '../../src/ingest/ingest.js';
import { inputsOf } from '../support/data/records.js';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, wordsOf } from '../support/pages/markup.js';
import { runCommand } from '../support/programs/run-command.js';

/** A platform that does not exist. The case of its IDs counts. */
jest.mock('../../src/config/platform-descriptors.js', () => {
  const name = '../../src/config/platform-descriptors.js';
  const { platformDescriptors } = jest.requireActual<{ platformDescriptors: object }>(name);
  const flume: PlatformDescriptor = {
    ...{ title: 'Flume', prefix: 'flume:', site: 'flume.example', recordings: null },
    logins: { pattern: '[a-z0-9_]{3,30}', maxLength: 30, isCaseSensitive: false, description: 'flume: and a name' },
    ids: { pattern: '[A-Za-z0-9]{6}', isCaseSensitive: true, description: 'an ID of Flume' },
    counts: null,
    sentences: {
      whereCredentialsAre: 'Ask Flume for FLUME_CLIENT_ID.',
      firstSeen: 'a channel of Flume at once',
    },
    connection: {
      ...{ console: 'https://flume.example/console', requestsPerMinute: 60, variablePrefix: 'FLUME_' },
      variables: { API_URL: 'https://api.flume.example', AUTH_URL: 'https://id.flume.example' },
    },
  };
  return { platformDescriptors: { ...platformDescriptors, flume } };
});

/** Lists two live channels whose IDs differ only in case. */
jest.mock('../../src/collect/platforms/registry.js', () => {
  const { readItems, readStream } = jest.requireActual<
    typeof import('../../src/collect/platforms/client/response-items.js')
  >('../../src/collect/platforms/client/response-items.js');
  const idIn = (item: Record<string, unknown>, property: string) => String(item[property]);
  const data = ['Ann', 'Bob'].map((name) => ({
    ...{ user_id: name === 'Ann' ? 'flume:ChanAA' : 'flume:CHANaa', user_login: `flume:${name}`, user_name: name },
    ...{ id: `flume:Vid${name}`, title: `Live on Flume`, game_name: 'Chess', viewer_count: 5 },
    started_at: new Date(Date.now() - 3_600_000).toISOString(),
  }));
  class Flume implements Partial<Platform> {
    readonly name = 'flume' as Platform['name'];
    readonly maxIds = 100;
    readonly maxNames = 100;
    readonly budget = { left: 60, perMinute: 60 };
    findChannels: Platform['findChannels'] = async (names) => ({
      items: data.map(({ user_id: id, user_login: login }) => ({ id, login: login.toLowerCase() })),
      invalid: names.length === 0 ? [{ id: '', channelId: '', property: '', reason: '' }] : [],
    });
    findLive: Platform['findLive'] = async (ids) =>
      readItems(
        { data },
        idIn,
        (item) => readStream(item, idIn, new Date()),
        ids.map((id) => ['user_id', id]),
      )!;
  }
  return { platformClasses: { flume: Flume } };
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

describe('a stream of another platform', () => {
  const api = TestApp.whileTesting();
  const folder = mkdtempSync(path.join(os.tmpdir(), 'another-platform-'));
  const liveStream = encodeId('flume:VidAnn') ?? '';
  const linksOf = async (address: string) => attributesOf(await openPage(api, address), 'main a', 'href');

  beforeAll(async () => {
    await withOwner(api.databaseUrl, (client) =>
      runImport(
        client,
        inputsOf({
          streamers: [
            { id: 'flume:ChanAA', login: 'FLUME:Ann', display_name: 'Ann' },
            { id: 'flume:CHANaa', login: 'flume:bob', display_name: 'Bob' },
          ],
          streams: [
            { id: 'flume:Video1', streamer_id: 'flume:CHANaa', started_at: hoursAgo(9), ended_at: hoursAgo(8) },
          ],
        }),
      ),
    );
    const env = {
      ...{ FLUME_CLIENT_ID: 'id', FLUME_CLIENT_SECRET: 'secret', COLLECT_LOGINS: 'Flume:ANN' },
      COLLECT_SPOOL: path.join(folder, 'spool'),
    };
    const { code, errors } = await runCommand(api.databaseUrl, ['collect', '--once'], { env });
    expect([code, errors]).toEqual([0, '']);
  });

  afterAll(() => rmSync(folder, { recursive: true }));

  it('has a number in the range of the platform, which depends on the case of the ID', () => {
    expect(BigInt(liveStream) >> 58n).toBe(17n);
    expect(encodeId('FLUME:ChanAA')).toBe(encodeId('flume:ChanAA'));
    expect(encodeId('flume:CHANaa')).not.toBe(encodeId('flume:ChanAA'));
  });

  it('is collected for the channel with this case of the ID only', async () => {
    const { body } = await api.get('/v1/streams/live?platform=flume');
    expect(body).toMatchObject([{ platform: 'flume', external_id: 'VidAnn', name: 'flume:ann' }]);
    expect(body).toHaveLength(1);
    const { body: status } = await api.get('/v1/status');
    expect(status).toMatchObject({ platforms: [{ platform: 'flume' }] });
  });

  it.each([
    ['flume:ann', 'VidAnn'],
    ['FLUME:ANN', 'VidAnn'],
    ['Flume:ChanAA', 'VidAnn'],
    ['flume:CHANaa', 'Video1'],
  ])('is found by the name %s of its channel', async (name, id) => {
    expect((await api.get(`/v1/streamer/${name}/recent-streams`)).body).toMatchObject([{ external_id: id }]);
    const login = id === 'VidAnn' ? 'ann' : 'bob';
    expect((await api.get(`/v1/stats?names=${name}`)).body).toMatchObject({ items: [{}], unknown: [] });
    expect(await linksOf(`/compare?streamers=${name}`)).toContain(`/streamers/flume%3A${login}`);
  });

  it.each(['flume:chanaa', 'flume:CHANAA'])('is not found by the name %s, which has another case', async (name) => {
    expect(await api.get(`/v1/streamer/${name}/recent-streams`)).toMatchObject({ status: 404 });
  });

  it('is shown with the platform', async () => {
    expect(wordsOf(await openPage(api, `/streams/${liveStream}`))).toContain('Flume');
    const page = wordsOf(await openPage(api, '/streamers/flume%3Aann'));
    expect(page).toContain('Flume publishes no follower counts.');
    expect(page).toContain('Live on Flume');
    expect(await linksOf('/live?platform=flume')).toContain(`/streams/${liveStream}`);
    const address = encodeURIComponent('https://flume.example/Ann');
    for (const path of [`/search?q=${address}`, `/compare?streamers=${address}`])
      expect(await linksOf(path)).toContain('/streamers/flume%3Aann');
  });

  it('is exported with its ID', async () => {
    const target = path.join(folder, 'export');
    expect(await runCommand(api.databaseUrl, ['export', target])).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(target, 'streams.ndjson'), 'utf8')).toContain(
      '"id":"flume:VidAnn","streamer_id":"flume:ChanAA"',
    );
  });
});
