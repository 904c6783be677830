import type { CountName } from '../../config/channel-counts.js';
import { PlatformName } from '../../config/platforms.js';
import { BadDataError } from '../../logging/error-message.js';

/**
 * Accesses a platform by its API. A call waits for its share of the budget, and is repeated if that may help. It throws a RequestError
 * if all attempts failed, and a RefusedError if a retry is useless. Some platforms have no methods for given channels, profiles or
 * counts.
 */
export interface Platform {
  readonly name: PlatformName;
  /** Maximum number of channels per request, and of names. */
  readonly maxIds: number;
  readonly maxNames: number;
  /** Whether the list of live streams has those with the most viewers first, so that its end need not be read. */
  readonly hasMostViewersFirst: boolean;
  readonly budget: { readonly left: number; readonly perMinute: number };
  /**
   * Pages of all live streams. A page may repeat streams of earlier pages. Cursors end early or lead back to their start, so the
   * caller stops when pages bring nothing new.
   */
  listLive(signal: AbortSignal): AsyncIterable<ObservedPage>;
  /** Returns the channels of at most {@link maxNames} names. Other channels count as invalid. */
  findChannels(names: readonly string[], signal: AbortSignal): Promise<ResponseItems<NamedChannel>>;
  /** Returns the live streams of at most {@link maxIds} channels. Streams of other channels count as invalid. */
  findLive?(channelIds: readonly string[], signal: AbortSignal): Promise<ResponseItems<ObservedStream>>;
  /** Returns the profiles of at most {@link maxIds} channels. Profiles of other channels count as invalid. */
  findProfiles?(channelIds: readonly string[], signal: AbortSignal): Promise<ResponseItems<ChannelProfile>>;
  /** How the platform counts the followers or subscribers of channels. */
  readonly counter?: ChannelCounter;
}

export interface ChannelCounter {
  readonly name: CountName;
  /** Maximum number of channels per request. */
  readonly maxIds: number;
  /** Returns the counts of at most {@link maxIds} channels. Channels without a usable count are left out. */
  count(channelIds: readonly string[], signal: AbortSignal): Promise<readonly CountedChannel[]>;
}

export interface CountedChannel {
  readonly id: string;
  readonly total: number;
  /** Gifted subscriptions among the subscribers; null if unknown. */
  readonly gifted?: number | null;
}

/**
 * A live stream of any platform, in the form of Helix, which the import reads. IDs are as in files; unknown names are
 * empty.
 */
export interface ObservedStream {
  readonly id: string;
  readonly user_id: string;
  readonly user_login: string;
  readonly user_name: string;
  /** ISO 8601. */
  readonly started_at: string;
  /** Null if unknown. */
  readonly viewer_count: number | null;
  /** Title, game and so on; null or absent if unknown. */
  readonly [description: string]: unknown;
}

/** A channel with its login, which is empty if it is invalid. */
export interface NamedChannel {
  readonly id: string;
  readonly login: string;
}

/** The profile of a channel, in the form of Helix. */
export interface ChannelProfile extends NamedChannel {
  readonly display_name: string;
  readonly profile_image_url: string;
}

/** The items of a response that can be used, and the others. */
export interface ResponseItems<Item> {
  readonly items: readonly Item[];
  readonly invalid: readonly InvalidItem[];
}

/**
 * An item that lacks a valid property, or that the request did not name. Its texts are safe to log. An invalid ID is
 * empty.
 */
export interface InvalidItem {
  readonly id: string;
  readonly channelId: string;
  readonly property: string;
  readonly reason: string;
}

export interface ObservedPage extends ResponseItems<ObservedStream> {
  /** The place of the next page; empty on the last page. */
  readonly cursor: string;
}

/** `clock` means that the clock of this machine is wrong. */
export type RequestErrorKind =
  'server' | 'timeout' | 'network' | 'answer' | 'budget' | 'token' | 'refused' | 'clock' | 'stopped';

/** The platform returned no usable response in any attempt. */
export class RequestError extends Error {
  constructor(
    readonly kind: RequestErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The platform refuses the request. The message contains advice. */
export class RefusedError extends BadDataError {
  constructor(
    message: string,
    /** The refused part: the credentials, values in the request such as an ID, or another part of the request. */
    readonly refused: 'credentials' | 'values' | 'request' = 'request',
  ) {
    super(message);
  }
}
