const events = 'src/commands/collect/chat/chat-events.ts';
const count = 'src/commands/collect/chat/chat-count.ts';
const socket = 'src/commands/collect/chat/chat-connection.ts';
const reader = 'src/commands/collect/chat/chat-reader.ts';

const eventsSpec = 'src/commands/collect/chat/chat-events.spec.ts';
const countSpec = 'src/commands/collect/chat/chat-count.spec.ts';
const readerSpec = 'test/integration/chat-reader.int-spec.ts';

/** Chats that are counted. */
export default [
  {
    defect: 'Mirrored messages of a shared chat count as messages of the chat',
    file: events,
    find: "source !== undefined && source !== tags.get('room-id')",
    replace: 'false',
    specs: [eventsSpec],
  },
  {
    defect: 'A resubscription with a text does not count',
    file: events,
    find: "command === 'PRIVMSG' || command === 'USERNOTICE'",
    replace: "command === 'PRIVMSG'",
    specs: [eventsSpec],
  },
  {
    defect: 'A message that is deleted twice counts twice',
    file: count,
    find: 'return this.recent.get(message);',
    replace: "return this.recent.get(message) ?? this.digest(login ?? '');",
    specs: [countSpec],
  },
  {
    defect: 'A connection stays open after an odd line',
    file: socket,
    find: 'this.end(error instanceof Error ? error : new Error(String(error)));',
    replace: '',
    specs: [readerSpec],
  },
  {
    defect: 'Frames of 100 MB are accepted',
    file: socket,
    find: 'maxPayload: maxMessageBytes,',
    replace: '',
    specs: [readerSpec],
  },
  {
    defect: 'Each error of a chat is logged',
    file: reader,
    find: 'const due = this.errorLog.due();',
    replace: 'const due = { count: 1 };',
    specs: [readerSpec],
  },
];
