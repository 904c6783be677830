import { BadDataError } from '../../logging/error-message.js';

/**
 * A live stream of any platform, in the form of Helix, which the import reads. IDs are strings of digits; unknown names are
 * empty.
 */
export interface ObservedStream {
  readonly id: string;
  readonly user_id: string;
  readonly user_login: string;
  readonly user_name: string;
  /** ISO 8601. */
  readonly started_at: string;
  readonly viewer_count: number;
  /** Title, game and so on; null or absent if unknown. */
  readonly [description: string]: unknown;
}

/** The profile of a channel, in the form of Helix. */
export interface ChannelProfile {
  readonly id: string;
  readonly login: string;
  readonly display_name: string;
  readonly profile_image_url: string;
}

/** The items of a response that can be used, and the others. */
export interface ResponseItems<Item> {
  readonly items: readonly Item[];
  readonly invalid: readonly InvalidItem[];
}

/** An item that lacks a valid property, or that the request did not name. Its texts are safe to log. */
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
