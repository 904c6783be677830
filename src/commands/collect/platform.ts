/** A stream that is live, as a platform tells of it. Ids are the platform's own and may be any text. */
export interface LiveStream {
  readonly id: string;
  readonly channelId: string;
  readonly login: string;
  readonly displayName: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly viewers: number;
  readonly title: string;
  readonly gameName: string;
  readonly tags: readonly string[];
  readonly thumbnail: string;
}

/** Who has a channel. */
export interface ChannelProfile {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly image: string;
}

/** What may still be asked: points left now, and how many come back in a minute. */
export interface Budget {
  readonly left: number;
  readonly perMinute: number;
}

/**
 * A streaming platform, as the collector needs it. A call waits for its share of the platform's budget, and is repeated where that may
 * help; it throws an {@link AskError} if it came to nothing, and a {@link RefusedError} if nobody needs to try again.
 */
export interface Platform {
  /** As the tables have it. */
  readonly name: string;
  /** How many channels one request may name. */
  readonly mostIds: number;
  readonly budget: Budget;
  /** Waits until a request would be sent at once, or the signal is aborted. */
  ready(signal: AbortSignal): Promise<void>;
  /** Pages of all live streams, those with the most viewers first. A page may repeat what an earlier one said. */
  listLive(signal: AbortSignal): AsyncIterable<readonly LiveStream[]>;
  /** Which of the channels, at most {@link mostIds}, are live. */
  findLive(channelIds: readonly string[], signal: AbortSignal): Promise<readonly LiveStream[]>;
  findChannels(
    by: { ids: readonly string[] } | { logins: readonly string[] },
    signal: AbortSignal,
  ): Promise<readonly ChannelProfile[]>;
  /** Undefined if the platform answers with something that is no count. */
  countFollowers(channelId: string, signal: AbortSignal): Promise<number | undefined>;
}

export type AskErrorKind = 'server' | 'timeout' | 'network' | 'answer' | 'budget' | 'token' | 'stopped';

/** The platform gave no usable answer, however often it was asked. */
export class AskError extends Error {
  constructor(
    readonly kind: AskErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The platform refuses to answer. The message says what to do. */
export class RefusedError extends Error {}
