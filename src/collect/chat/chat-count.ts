import { createHmac, randomBytes } from 'node:crypto';
import { ChatColumns } from '../../figures/chat-intervals.js';
import { StoredMessageStats } from '../../ingest/observed-streams.js';
import { ChatIntervals } from './chat-intervals.js';

/** The count of a stream's chat by an earlier process. */
export interface EarlierCount extends StoredMessageStats {
  readonly key: Buffer;
  /** The digest of each chatter, and the number of their messages that were not deleted. */
  readonly chatters: ReadonlyMap<bigint, number>;
  /** Undefined if an earlier release counted the chat. */
  readonly intervals?: ChatColumns | undefined;
}

/** Number of messages to remember per stream, to recognize deletions of messages that no longer count. */
const maxRecent = 5_000;

/** Replaces the chatter of a message that was deleted or was never counted. */
const notCounted = undefined;

/**
 * Counts the chat of one stream. Chatters are stored as digests of their logins, with a key per stream, so that nobody
 * can identify them after the key is deleted. Only counted messages can be deleted, each once.
 */
export class ChatCount {
  readonly key: Buffer;
  messages: number;
  deleted: number;
  /** Messages of other channels that were mirrored into this chat. No other count includes them. */
  shared: number;
  private readonly chatters: Map<bigint, number>;
  /** The digest of each recent message, with the digest of its chatter. */
  private readonly recent = new Map<bigint, bigint | typeof notCounted>();
  /** Whether {@link recent} contains every counted message, so that another ID was never counted. */
  private remembersAll: boolean;
  private changed = new Set<bigint>();

  constructor(
    earlier?: EarlierCount,
    readonly intervals = new ChatIntervals(0),
  ) {
    this.key = earlier?.key ?? randomBytes(32);
    this.messages = earlier?.messages ?? 0;
    this.deleted = earlier?.deleted ?? 0;
    this.shared = earlier?.shared ?? 0;
    this.chatters = new Map(earlier?.chatters);
    this.remembersAll = earlier === undefined;
  }

  get uniqueChatters(): number {
    return this.chatters.size;
  }

  add(login: string, messageId?: string): void {
    const digest = this.digest(login);
    this.messages += 1;
    this.intervals.addMessage(digest);
    this.set(digest, 1);
    if (messageId === undefined) this.remembersAll = false;
    this.remember(messageId, digest);
  }

  addShared(messageId?: string): void {
    this.shared += 1;
    this.intervals.add('shared');
    this.remember(messageId, notCounted);
  }

  /** Removes one deleted message. The login matters only if the message is not remembered. */
  remove(login: string | undefined, messageId?: string): void {
    const chatter = this.chatterOf(login, messageId);
    if (chatter === notCounted) return;
    this.remember(messageId, notCounted);
    if ((this.chatters.get(chatter) ?? 0) === 0) return;
    this.delete(chatter, 1);
  }

  /** Removes all messages of a chatter or, without a login, of all chatters. */
  removeAll(login?: string): void {
    const digests = login === undefined ? [...this.chatters.keys()] : [this.digest(login)];
    for (const digest of digests) {
      const kept = this.chatters.get(digest) ?? 0;
      if (kept === 0) continue;
      this.delete(digest, kept);
    }
    for (const [message, chatter] of this.recent) {
      if (login === undefined || chatter === digests[0]) this.recent.set(message, notCounted);
    }
  }

  takeChanged(): Map<bigint, number> {
    const { changed } = this;
    this.changed = new Set();
    return new Map([...changed].map((digest) => [digest, this.chatters.get(digest) ?? 0]));
  }

  /** Returns the result of {@link takeChanged}, since it was not stored. */
  putBack(chatters: ReadonlyMap<bigint, number>): void {
    for (const digest of chatters.keys()) this.changed.add(digest);
  }

  private chatterOf(login: string | undefined, messageId: string | undefined): bigint | typeof notCounted {
    const message = messageId === undefined ? undefined : this.digest(messageId);
    if (message !== undefined && (this.remembersAll || this.recent.has(message))) return this.recent.get(message);
    return login === undefined ? notCounted : this.digest(login);
  }

  private remember(messageId: string | undefined, chatter: bigint | typeof notCounted): void {
    if (messageId === undefined) return;
    const message = this.digest(messageId);
    this.recent.delete(message);
    this.recent.set(message, chatter);
    const [oldest] = this.recent.keys();
    if (this.recent.size <= maxRecent || oldest === undefined) return;
    this.recent.delete(oldest);
    this.remembersAll = false;
  }

  private digest(text: string): bigint {
    return createHmac('sha256', this.key).update(text).digest().readBigInt64LE(0);
  }

  private delete(chatter: bigint, messages: number): void {
    this.deleted += messages;
    this.intervals.add('deleted', messages);
    this.set(chatter, -messages);
  }

  private set(digest: bigint, difference: number): void {
    this.chatters.set(digest, (this.chatters.get(digest) ?? 0) + difference);
    this.changed.add(digest);
  }
}
