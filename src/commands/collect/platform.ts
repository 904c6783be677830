/** A live stream, as a platform tells of it. Ids are the platform's own and may be any text; names that it does not say are empty. */
export interface LiveStream {
  readonly id: string;
  readonly channelId: string;
  readonly login: string;
  readonly displayName: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly viewers: number;
  readonly title: string | null;
  readonly gameName: string | null;
  readonly tags: readonly string[] | null;
  readonly thumbnail: string;
}

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

/** The items of a response that can be used, and the others. */
export interface Answered<Item> {
  readonly items: readonly Item[];
  readonly odd: readonly OddItem[];
}

/** An item that lacks a valid property, or that the request did not name. Its texts are safe to log. */
export interface OddItem {
  readonly id: string;
  readonly channelId: string;
  readonly property: string;
  readonly reason: string;
}

export interface LivePage extends Answered<LiveStream> {
  /** Whether the platform gave a cursor for another page. */
  readonly hasMore: boolean;
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
  /** Pages of all live streams, those with the most viewers first. A page may repeat what an earlier one said. */
  listLive(signal: AbortSignal): AsyncIterable<LivePage>;
  /** Returns the live streams of at most {@link mostIds} channels. Streams of other channels are odd. */
  findLive(channelIds: readonly string[], signal: AbortSignal): Promise<Answered<LiveStream>>;
  /** Returns the profiles of at most {@link mostIds} channels. Profiles of other channels are odd. */
  findChannels(
    by: { ids: readonly string[] } | { logins: readonly string[] },
    signal: AbortSignal,
  ): Promise<Answered<ChannelProfile>>;
  /** Undefined if the platform answers with something that is no count. */
  countFollowers(channelId: string, signal: AbortSignal): Promise<number | undefined>;
}

export type AskErrorKind = 'server' | 'timeout' | 'network' | 'answer' | 'budget' | 'token' | 'refused' | 'stopped';

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

/** What the platform refuses: the credentials, values in the request such as an id, or another part of the request. */
export type Refused = 'credentials' | 'values' | 'request';

/** The platform refuses to answer. The message says what to do. */
export class RefusedError extends Error {
  constructor(
    message: string,
    readonly refused: Refused = 'request',
  ) {
    super(message);
  }
}
