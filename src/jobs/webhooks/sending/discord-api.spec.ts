import { currentVersion } from './discord-api.js';

const rewritten = (url: string) => currentVersion(new URL(url)).href;

it.each(['https://discord.com', 'https://ptb.discordapp.com', 'http://127.0.0.1:8080'])(
  'uses version 10 of %s instead of none, or of one below 8',
  (origin) => {
    const current = `${origin}/api/v10/webhooks/1/abc?thread_id=2&wait=true`;
    for (const version of ['', 'v0/', 'v6/', 'v7/'])
      expect(rewritten(`${origin}/api/${version}webhooks/1/abc?thread_id=2&wait=true`)).toBe(current);
  },
);

it.each([
  ...['https://discord.com/api/v8/webhooks/1/abc', 'https://discord.com/api/v10/webhooks/1/abc'],
  ...['https://discord.com/api/v11/webhooks/1/abc', 'https://discord.com/other/api/webhooks/1/abc'],
  ...['https://discord.com/api/v7x/webhooks/1/abc', 'https://discord.com/api/webhooks'],
])('does not change %s', (url) => expect(rewritten(url)).toBe(url));
