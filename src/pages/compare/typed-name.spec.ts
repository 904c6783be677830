import { channelIn, isSameName, loginIn } from './typed-name.js';

it.each([
  ['a login', 'Aurora_Plays', 'aurora_plays'],
  ['a mention', '@aurora_plays', 'aurora_plays'],
  ['a channel ID', ' 100000001 ', '100000001'],
  ['the address of a channel', 'https://www.twitch.tv/Aurora_Plays', 'aurora_plays'],
  ['a login on Kick', 'Kick:Aurora-Plays', 'kick:aurora-plays'],
  ['the address of a channel on Kick', 'https://kick.com/Aurora-Plays?clip=1', 'kick:aurora-plays'],
  ['the address of a page of a channel', 'm.twitch.tv/aurora_plays/videos?filter=all', 'aurora_plays'],
])('%s has a login or channel ID', (_title, text, name) => expect(loginIn(text)).toBe(name));

it.each(['하늘모리', 'Aurora Plays', 'https://example.org/aurora_plays', 'https://www.twitch.tv/', ''])(
  'the text "%s" has no login',
  (text) => expect(loginIn(text)).toBeNull(),
);

it('finds the name in the address of a channel on Twitch or Kick, which has hyphens in place of underscores', () => {
  expect(channelIn('https://kick.com/Aurora-Plays?clip=1')).toBe('aurora_plays');
  expect(channelIn('twitch.tv/aurora_plays')).toBe('aurora_plays');
  expect(channelIn('https://kick.com/')).toBeNull();
});

it('compares names without case, spaces and underscores', () => {
  expect(isSameName('sleepy teapot GG', 'Sleepy_Teapot_GG')).toBe(true);
  expect(isSameName('sleepy', 'Sleepy_Teapot_GG')).toBe(false);
});
