import { readChatLine } from './chat-line.js';

describe('readChatLine', () => {
  it('returns tags, sender, command and parameters', () => {
    expect(readChatLine('@id=a;empty=;flag;room-id=1 :ann!ann@ann.tmi.twitch.tv PRIVMSG #one :hi :) you')).toEqual({
      tags: new Map([
        ['id', 'a'],
        ['room-id', '1'],
      ]),
      nick: 'ann',
      command: 'PRIVMSG',
      params: ['#one', 'hi :) you'],
    });
    expect(readChatLine('PING :tmi.twitch.tv')).toMatchObject({ nick: '', command: 'PING', params: ['tmi.twitch.tv'] });
    expect(readChatLine(':tmi.twitch.tv 353 me = #one :')).toMatchObject({ nick: '', params: ['me', '=', '#one', ''] });
    expect(readChatLine(':tmi.twitch.tv RECONNECT')).toMatchObject({ command: 'RECONNECT', params: [] });
  });

  it.each([
    'PRIVMSG #one :x',
    'JOIN #one',
    'WHISPER me :x',
    '@id=1',
    ':tmi.twitch.tv',
    'hello you',
    ' ',
    '@a=b PRIVMSG #one :x',
  ])('rejects %j', (line) => {
    expect(() => readChatLine(line)).toThrow(/without a sender$|not IRC$/);
  });

  it('does not repeat chat text in an error', () => {
    expect(() => readChatLine('PRIVMSG #one :private words')).toThrow(/^PRIVMSG without a sender$/);
    expect(() => readChatLine('private words')).toThrow(/^a line of 13 characters that is not IRC$/);
  });
});
