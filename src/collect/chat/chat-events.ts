import { ChatCount } from './chat-count.js';
import { ChatLine } from './chat-line.js';

/** Receives the events of the chats that are read. Channels are identified by their logins. */
export interface ChatEvents {
  joined(channel: string): void;
  /** The connection of these channels broke. They are joined again. */
  lost(channels: readonly string[]): void;
  /** Returns the count for the messages of a channel, if it has one. */
  countOf(channel: string): Pick<ChatCount, 'add' | 'addShared' | 'remove' | 'removeAll'> | undefined;
}

const commands: readonly string[] = ['PRIVMSG', 'USERNOTICE', 'CLEARMSG', 'CLEARCHAT'];

/**
 * Counts the messages and deletions in a line. Throws an error without chat text if the line does not name a channel, or if its
 * account is not valid.
 */
export function countLine(line: ChatLine, countOf: ChatEvents['countOf']): void {
  const { command, tags, params } = line;
  if (!commands.includes(command)) return;
  const count = countOf(readChannel(line));
  const hasText = (params[1] ?? '') !== '';
  // The sentence of Twitch is in a tag. The text of a notice is the user's own, as with a resubscription or an announcement.
  if (command === 'USERNOTICE' && !hasText) return;
  const isMessage = command === 'PRIVMSG' || command === 'USERNOTICE';
  if (isMirrored(line)) {
    if (isMessage) count?.addShared(tags.get('id'));
    return;
  }
  // A damaged line about one chatter must not delete the whole chat.
  if (command === 'CLEARCHAT' && !hasText && !tags.has('target-user-id') && !tags.has('ban-duration')) {
    count?.removeAll();
    return;
  }
  const login = loginOf(line);
  const deletedId = tags.get('target-msg-id');
  if (command === 'CLEARMSG' && deletedId !== undefined) {
    count?.remove(isLogin(login) ? login : undefined, deletedId);
    return;
  }
  if (!isLogin(login)) throw new Error(`${command} with an invalid login`);
  if (isMessage) count?.add(login, tags.get('id'));
  else if (command === 'CLEARMSG') count?.remove(login);
  else count?.removeAll(login);
}

export function readChannel({ command, params: [target = ''] }: ChatLine): string {
  if (target.startsWith('#') && isLogin(target.slice(1))) return target.slice(1);
  throw new Error(`${command} without a channel`);
}

/** In a shared chat session, Twitch repeats the lines of the other channels in each channel and names the channel that they come from. */
function isMirrored({ tags }: ChatLine): boolean {
  const source = tags.get('source-room-id');
  return source !== undefined && source !== tags.get('room-id');
}

/** Returns the author of a message, or the author whose messages are deleted. */
function loginOf({ command, tags, nick, params }: ChatLine): string {
  if (command === 'PRIVMSG') return nick;
  return (command === 'CLEARCHAT' ? params[1] : tags.get('login')) ?? '';
}

function isLogin(text: string): boolean {
  return /^[a-z0-9_]{1,25}$/.test(text);
}
