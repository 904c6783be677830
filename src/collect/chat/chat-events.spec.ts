import { countLine } from './chat-events.js';
import { readChatLine } from './chat-line.js';

function heard(line: string): unknown[] {
  const events: unknown[] = [];
  countLine(readChatLine(line), (channel) => {
    const note =
      (name: string) =>
      (...args: unknown[]) =>
        void events.push([name, channel, ...args.filter((arg) => arg !== undefined)]);
    return { add: note('message'), addShared: note('shared'), remove: note('deleted'), removeAll: note('cleared') };
  });
  return events;
}

const ann = ':ann!ann@ann.tmi.twitch.tv';
const server = ':tmi.twitch.tv';
const own = 'room-id=1;source-room-id=1';
const mirrored = 'room-id=1;source-room-id=2';

it.each([
  [`@id=m1;room-id=1 ${ann} PRIVMSG #one :hi`, ['message', 'one', 'ann', 'm1']],
  [`@id=m1;${own} ${ann} PRIVMSG #one :hi`, ['message', 'one', 'ann', 'm1']],
  [`@id=m1;login=ann;msg-id=resub;room-id=1 ${server} USERNOTICE #one :still here`, ['message', 'one', 'ann', 'm1']],
  [`@id=m1;login=ann;msg-id=announcement;${own} ${server} USERNOTICE #one :hear`, ['message', 'one', 'ann', 'm1']],
  [`@login=ann;room-id=1;target-msg-id=m1 ${server} CLEARMSG #one :hi`, ['deleted', 'one', 'ann', 'm1']],
  [`@login=;room-id=1;target-msg-id=m1 ${server} CLEARMSG #one :hi`, ['deleted', 'one', 'm1']],
  [`@login=ann;room-id=1 ${server} CLEARMSG #one :hi`, ['deleted', 'one', 'ann']],
  [`@room-id=1;target-user-id=2 ${server} CLEARCHAT #one :ann`, ['cleared', 'one', 'ann']],
  [`@${own} ${server} CLEARCHAT #one`, ['cleared', 'one']],
  [`@id=m1;${mirrored} ${ann} PRIVMSG #one :hi`, ['shared', 'one', 'm1']],
  [`@id=m1;login=ann;msg-id=sharedchatnotice;${mirrored} ${server} USERNOTICE #one :x`, ['shared', 'one', 'm1']],
])('counts %s', (line, event) => {
  expect(heard(line)).toEqual([event]);
});

it.each([
  `@id=m1;login=ann;msg-id=resub;room-id=1 ${server} USERNOTICE #one`,
  `@id=m1;login=ann;msg-id=sharedchatnotice;${mirrored} ${server} USERNOTICE #one`,
  `@login=ann;${mirrored};target-msg-id=m1 ${server} CLEARMSG #one :hi`,
  `@${mirrored};target-user-id=2 ${server} CLEARCHAT #one :ann`,
  `@${mirrored} ${server} CLEARCHAT #one`,
  `${server} NOTICE * :hello`,
])('counts nothing for %s', (line) => {
  expect(heard(line)).toEqual([]);
});

it.each([
  `@id=m1;room-id=1 ${server} PRIVMSG #one :hi`,
  `@id=m1;room-id=1 :not.a.login!x@x PRIVMSG #one :hi`,
  `@id=m1;room-id=1;msg-id=resub ${server} USERNOTICE #one :hi`,
  `@room-id=1 ${server} CLEARMSG #one :hi`,
  `@room-id=1 ${server} CLEARCHAT #one :Not A Login`,
  `@room-id=1;target-user-id=5 ${server} CLEARCHAT #one`,
  `@room-id=1;ban-duration=60 ${server} CLEARCHAT #one`,
  `@room-id=1;target-user-id=5 ${server} CLEARCHAT #one :`,
])('rejects %s, since the account is not a login', (line) => {
  expect(() => heard(line)).toThrow(/^[A-Z]+ with an invalid login$/);
});

it.each([`${ann} PRIVMSG * :hi`, `${ann} PRIVMSG #A.B :hi`, `${ann} PRIVMSG`, `@login=ann ${server} CLEARMSG ann :hi`])(
  'rejects %s, which does not name a channel',
  (line) => {
    expect(() => heard(line)).toThrow(/^[A-Z]+ without a channel$/);
  },
);
