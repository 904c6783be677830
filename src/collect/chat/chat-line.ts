/** A line of IRC with the tags of IRCv3. */
export interface ChatLine {
  /** A tag that is absent or empty has no entry. */
  readonly tags: ReadonlyMap<string, string>;
  /** Empty for a line of the server itself. */
  readonly nick: string;
  readonly command: string;
  readonly params: readonly string[];
}

const linePattern = /^(?:@([^ ]+) +)?(?::([^ ]+) +)?([A-Z]+|\d{3})(?: +(.*))?$/s;

/** The commands that a server sends without a sender. */
const withoutSender: readonly string[] = ['PING', 'PONG', 'RECONNECT'];

/** Throws an error without chat text if the server sent something else. */
export function readChatLine(line: string): ChatLine {
  const [, tagText = '', sender, command, rest = ''] = linePattern.exec(line) ?? [];
  if (command === undefined) throw new Error(`a line of ${line.length} characters that is not IRC`);
  if (sender === undefined && !withoutSender.includes(command)) throw new Error(`${command} without a sender`);
  const [nick = ''] = sender?.includes('!') ? sender.split('!', 1) : [];
  // The values in use, IDs and logins, contain nothing that IRCv3 escapes.
  const tags = new Map([...tagText.matchAll(/([^;=]+)=([^;]+)/g)].map(([, name = '', value = '']) => [name, value]));
  return { tags, nick, command, params: readParams(rest) };
}

/** The parameter after a colon is the last one and may contain spaces. */
function readParams(text: string): string[] {
  const colon = ` ${text}`.indexOf(' :');
  const before = (colon < 0 ? text : text.slice(0, colon)).split(' ').filter((param) => param !== '');
  return colon < 0 ? before : [...before, text.slice(colon + 1)];
}
