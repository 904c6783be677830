import { createHmac, randomBytes } from 'node:crypto';

/** What is known of a stream's chat from before, by an earlier process. */
export interface EarlierCount {
  readonly key: Buffer;
  readonly messages: number;
  readonly deleted: number;
  /** Of each chatter the digest, and how many of the messages were not deleted. */
  readonly chatters: ReadonlyMap<bigint, number>;
}

/**
 * Counts the chat of one stream. Chatters are known by digests of their logins, under a key that is the stream's own, so that nobody can tell
 * who they were once the key is gone. Only messages that were counted can be deleted.
 */
export class ChatCount {
  readonly key: Buffer;
  messages: number;
  deleted: number;
  private readonly chatters: Map<bigint, number>;
  private changed = new Set<bigint>();

  constructor(earlier?: EarlierCount) {
    this.key = earlier?.key ?? randomBytes(32);
    this.messages = earlier?.messages ?? 0;
    this.deleted = earlier?.deleted ?? 0;
    this.chatters = new Map(earlier?.chatters);
  }

  get uniqueChatters(): number {
    return this.chatters.size;
  }

  add(login: string): void {
    this.messages += 1;
    this.set(this.digest(login), 1);
  }

  /** One message of a chatter was deleted. */
  remove(login: string): void {
    const digest = this.digest(login);
    if ((this.chatters.get(digest) ?? 0) === 0) return;
    this.deleted += 1;
    this.set(digest, -1);
  }

  /** All messages of a chatter were deleted, or without one those of everybody. */
  removeAll(login?: string): void {
    const digests = login === undefined ? [...this.chatters.keys()] : [this.digest(login)];
    for (const digest of digests) {
      const kept = this.chatters.get(digest) ?? 0;
      if (kept === 0) continue;
      this.deleted += kept;
      this.set(digest, -kept);
    }
  }

  /** The chatters that changed since the last call. */
  takeChanged(): Map<bigint, number> {
    const { changed } = this;
    this.changed = new Set();
    return new Map([...changed].map((digest) => [digest, this.chatters.get(digest) ?? 0]));
  }

  /** Takes back what {@link takeChanged} gave, since it was not stored. */
  putBack(chatters: ReadonlyMap<bigint, number>): void {
    for (const digest of chatters.keys()) this.changed.add(digest);
  }

  private digest(login: string): bigint {
    return createHmac('sha256', this.key).update(login).digest().readBigInt64LE(0);
  }

  private set(digest: bigint, difference: number): void {
    this.chatters.set(digest, (this.chatters.get(digest) ?? 0) + difference);
    this.changed.add(digest);
  }
}
