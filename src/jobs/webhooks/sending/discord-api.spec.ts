import { currentVersion } from './discord-api.js';

const rewritten = (url: string) => currentVersion(new URL(url)).href;

it.each(['discord.com', 'discordapp.com', 'canary.discord.com', 'ptb.discord.com', 'ptb.discordapp.com'])(
  'uses version 10 of %s instead of none, or of one below 8',
  (host) => {
    const current = `https://${host}/api/v10/webhooks/1/abc?thread_id=2&wait=true`;
    for (const version of ['', 'v0/', 'v6/', 'v7/'])
      expect(rewritten(`https://${host}/api/${version}webhooks/1/abc?thread_id=2&wait=true`)).toBe(current);
  },
);

it.each([
  ...['https://discord.com/api/v8/webhooks/1/abc', 'https://discord.com/api/v10/webhooks/1/abc'],
  ...['https://discord.com/api/v11/webhooks/1/abc', 'https://discord.com/other/api/webhooks/1/abc'],
  ...['https://discord.com.example.com/api/webhooks/1/abc', 'https://notdiscord.com/api/webhooks/1/abc'],
  ...['https://chat.example.com/api/webhooks/1/abc', 'http://127.0.0.1:8080/api/v6/webhooks/1/abc'],
])('does not change %s', (url) => expect(rewritten(url)).toBe(url));
