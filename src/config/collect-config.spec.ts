import { readFileSync } from 'node:fs';
import { CollectConfig, collectVariables, loadCollectConfigs, readLogins } from './collect-config.js';
import { ConfigError } from './environment.js';

const credentials = { TWITCH_CLIENT_ID: 'client', TWITCH_CLIENT_SECRET: 'hunter2' };
const list = { ...credentials, COLLECT_LOGINS: 'ann,Bob' };

const loadCollectConfig = (environment: Record<string, string>): CollectConfig | undefined =>
  loadCollectConfigs(environment)[0];

function messageFor(environment: Record<string, string>): string {
  try {
    loadCollectConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('it was taken');
}

describe('collector configuration', () => {
  it('has defaults when a list is watched', () => {
    expect(loadCollectConfigs(list)).toHaveLength(1);
    expect(loadCollectConfig(list)).toEqual({
      platform: 'twitch',
      requestsPerMinute: 800,
      ignoresChat: false,
      clientId: 'client',
      clientSecret: 'hunter2',
      apiUrl: 'https://api.twitch.tv/helix',
      authUrl: 'https://id.twitch.tv/oauth2',
      chatUrl: 'wss://irc-ws.chat.twitch.tv',
      logins: { names: ['ann', 'bob'], bad: [] },
      missing: { kick: 'KICK_CLIENT_ID and KICK_CLIENT_SECRET' },
      minViewers: 5,
      everyMs: 60_000,
      followersEveryMs: 3_600_000,
      spool: '.data/collect.spool',
      spoolMegabytes: 256,
      keepMs: undefined,
      metricsPort: undefined,
      chat: false,
    });
  });

  it('sweeps the whole platform every two minutes', () => {
    const { logins, everyMs } = { ...loadCollectConfig({ ...credentials, COLLECT_ALL: 'on' }) };
    expect({ logins, everyMs }).toEqual({ logins: undefined, everyMs: 120_000 });
  });

  it('explains how to get credentials and how to choose channels', () => {
    const message = messageFor({});
    expect(message).toContain(
      'TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET must be set. Register an application at https://dev.twitch.tv/console/apps',
    );
    expect(message).toContain('No channels to watch. Set COLLECT_LOGINS');
    expect(messageFor({ ...list, TWITCH_CLIENT_ID: '' })).not.toContain('hunter2');
  });

  it('has a collector for each platform with credentials and names, each with a spool and a port', () => {
    const both = { ...credentials, KICK_CLIENT_ID: 'kick', KICK_CLIENT_SECRET: 'k', COLLECT_LOGINS: 'ann,kick:Ann-B' };
    const settings = { ...both, COLLECT_METRICS_PORT: '9100', COLLECT_CHAT: 'on' };
    expect(loadCollectConfigs(settings)).toMatchObject([
      {
        platform: 'twitch',
        logins: { names: ['ann', 'kick:ann-b'] },
        spool: '.data/collect.spool',
        metricsPort: 9100,
        chat: true,
      },
      {
        ...{
          platform: 'kick',
          spool: '.data/collect.spool-kick',
          metricsPort: 9101,
        },
        ...{ clientId: 'kick', apiUrl: 'https://api.kick.com', authUrl: 'https://id.kick.com/oauth' },
        ...{ requestsPerMinute: 60, chat: false, ignoresChat: true },
      },
    ]);
    const platformsOf = (given: Record<string, string>) => loadCollectConfigs(given).map(({ platform }) => platform);
    expect(loadCollectConfigs({ ...settings, COLLECT_PLATFORM: 'kick' })).toMatchObject([
      { platform: 'kick', metricsPort: 9101 },
    ]);
    expect(platformsOf({ ...both, COLLECT_LOGINS: 'kick:ann' })).toEqual(['kick']);
    expect(platformsOf({ ...both, COLLECT_LOGINS: '@list.txt' })).toEqual(['twitch', 'kick']);
    expect(messageFor({ ...both, COLLECT_PLATFORM: 'kick', COLLECT_LOGINS: 'ann' })).toContain(
      'COLLECT_LOGINS contains no channel of Kick.',
    );
    expect(messageFor({ ...list, COLLECT_PLATFORM: 'kick' })).toContain(
      'KICK_CLIENT_ID and KICK_CLIENT_SECRET must be set',
    );
    expect(messageFor({ ...list, COLLECT_PLATFORM: 'x' })).toContain(
      'COLLECT_PLATFORM is "x", but must be twitch or kick',
    );
  });

  it('has the missing variables of platforms that nobody watches', () => {
    const kick = { KICK_CLIENT_ID: 'kick', KICK_CLIENT_SECRET: 'k' };
    const missingOf = (given: Record<string, string>) => loadCollectConfigs(given).map(({ missing }) => missing);
    const twitchOnly = { kick: 'KICK_CLIENT_ID and KICK_CLIENT_SECRET' };
    expect(missingOf({ ...credentials, COLLECT_LOGINS: 'ann,kick:bob' })).toEqual([twitchOnly]);
    expect(missingOf({ ...credentials, COLLECT_LOGINS: 'ann,kick:bob', COLLECT_PLATFORM: 'twitch' })).toEqual([{}]);
    expect(missingOf({ ...kick, COLLECT_LOGINS: '@file' })).toEqual([
      { twitch: 'TWITCH_CLIENT_ID and TWITCH_CLIENT_SECRET' },
    ]);
    expect(missingOf({ ...credentials, ...kick, COLLECT_LOGINS: 'ann,kick:bob' })).toEqual([{}, {}]);
    expect(messageFor({ ...credentials, COLLECT_LOGINS: 'kick:bob' })).toContain(
      'COLLECT_LOGINS contains no channel of Twitch. For its other channels, set KICK_CLIENT_ID and KICK_CLIENT_SECRET.',
    );
    const message = messageFor({ COLLECT_LOGINS: 'kick:bob' });
    expect(message).toContain('KICK_CLIENT_ID and KICK_CLIENT_SECRET must be set.');
    expect(message).not.toContain('TWITCH');
  });

  it.each([
    [{ COLLECT_ALL: 'on' }, 'COLLECT_LOGINS and COLLECT_ALL=on are both set. Set only one of them.'],
    [
      { COLLECT_EVERY: '500ms' },
      'COLLECT_EVERY is "500ms", but must be a duration in s, m, h or d such as 1m, and at least 1 s.',
    ],
    [{ COLLECT_EVERY: '0s' }, 'COLLECT_EVERY is "0s", but must be a duration'],
    [{ COLLECT_LOGINS: 'b b' }, 'COLLECT_LOGINS is "b b", but must be channel names'],
    [{ COLLECT_LOGINS: ',' }, 'COLLECT_LOGINS is ",", but must be channel names'],
    [
      { COLLECT_KEEP: '30m' },
      'COLLECT_KEEP is "30m", but must be a duration in s, m, h or d such as 24h, and at least 3600 s.',
    ],
    [
      { TWITCH_API_URL: 'api.twitch.tv' },
      'TWITCH_API_URL is "api.twitch.tv", but must be a URL that begins with https:// or http://',
    ],
    [{ TWITCH_CLIENT_ID: 'a b' }, 'TWITCH_CLIENT_ID is "a b", but must be a text without spaces'],
  ])('rejects %j', (wrong, words) => {
    expect(messageFor({ ...list, ...wrong })).toContain(words);
  });

  it('matches .env.example', () => {
    const example = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8');
    const shown = [...example.matchAll(/^#?((?:COLLECT|TWITCH|KICK)_[A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(shown.map(([name]) => name).sort()).toEqual(Object.keys(collectVariables).sort());
    const set = [...example.matchAll(/^((?:COLLECT|TWITCH|KICK)_[A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
      name,
      value,
    ]);
    expect(loadCollectConfig({ ...list, ...(Object.fromEntries(set) as object) })).toEqual(loadCollectConfig(list));
  });
});

it('reads names separated by commas or line breaks, without duplicates and comments', () => {
  expect(readLogins('ann, Bob\n# cut\n\nbob\ncat_9,kick:A-b\n')).toEqual({
    names: ['ann', 'bob', 'cat_9', 'kick:a-b'],
    bad: [],
  });
});

it('separates malformed names from valid ones', () => {
  const bad = ['https://www.twitch.tv/bob', 'foo-bar', '\u212aate', 'x'.repeat(26)];
  expect(readLogins(['ann', ...bad, 'owl'].join('\n'))).toEqual({ names: ['ann', 'owl'], bad });
});
