import { ChatLine, OddLineError } from './chat-line.js';

/** What happens in the chats that are read. Channels and chatters are named by their logins. */
export interface ChatEvents {
  joined(channel: string): void;
  /** The connection of these channels broke. They are joined again. */
  lost(channels: readonly string[]): void;
  message(channel: string, chatter: string, messageId?: string): void;
  /** A message of another channel, which a shared chat session mirrors into this one. */
  sharedMessage(channel: string, messageId?: string): void;
  /** At least one of the two is given. */
  messageDeleted(channel: string, chatter?: string, messageId?: string): void;
  /** Without a chatter: the whole chat. */
  chatDeleted(channel: string, chatter?: string): void;
}

type Counted = Omit<ChatEvents, 'joined' | 'lost'>;

const commands: readonly string[] = ['PRIVMSG', 'USERNOTICE', 'CLEARMSG', 'CLEARCHAT'];

/**
 * Passes on what a line says about the messages of a channel. Throws an {@link OddLineError} if the line names no channel. Returns what is wrong with
 * a line that is left out because the account that it names cannot be one.
 */
export function announce(line: ChatLine, events: Counted): string | undefined {
  const { command, tags, params } = line;
  if (!commands.includes(command)) return undefined;
  const channel = channelOf(line);
  const hasText = (params[1] ?? '') !== '';
  // The sentence of Twitch is in a tag: the text of a notice is what the user wrote, as with a resubscription or an announcement.
  if (command === 'USERNOTICE' && !hasText) return undefined;
  const isMessage = command === 'PRIVMSG' || command === 'USERNOTICE';
  if (isMirrored(line)) {
    if (isMessage) events.sharedMessage(channel, tags.get('id'));
    return undefined;
  }
  // A damaged line about one chatter must not delete the whole chat.
  if (command === 'CLEARCHAT' && !hasText && !tags.has('target-user-id') && !tags.has('ban-duration')) {
    events.chatDeleted(channel);
    return undefined;
  }
  const login = loginOf(line);
  const deletedId = tags.get('target-msg-id');
  if (command === 'CLEARMSG' && deletedId !== undefined) {
    events.messageDeleted(channel, isLogin(login) ? login : undefined, deletedId);
    return undefined;
  }
  if (!isLogin(login)) return `${command} with an account that is not a login`;
  if (isMessage) events.message(channel, login, tags.get('id'));
  else if (command === 'CLEARMSG') events.messageDeleted(channel, login);
  else events.chatDeleted(channel, login);
  return undefined;
}

/** The channel that a line is about. */
export function channelOf({ command, params: [target = ''] }: ChatLine): string {
  if (target.startsWith('#') && isLogin(target.slice(1))) return target.slice(1);
  throw new OddLineError(`${command} without a channel`);
}

/** In a shared chat session, Twitch repeats the lines of the other channels in each channel and names the channel that they come from. */
function isMirrored({ tags }: ChatLine): boolean {
  const source = tags.get('source-room-id');
  return source !== undefined && source !== tags.get('room-id');
}

/** Who wrote a message, or whose messages are deleted. */
function loginOf({ command, tags, nick, params }: ChatLine): string {
  if (command === 'PRIVMSG') return nick;
  return (command === 'CLEARCHAT' ? params[1] : tags.get('login')) ?? '';
}

function isLogin(text: string): boolean {
  return /^[a-z0-9_]{1,25}$/.test(text);
}
