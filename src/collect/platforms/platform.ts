import { BadDataError } from '../../logging/error-message.js';

/** A live stream as the platform describes it. IDs are the platform's own and may be any text; unknown names are empty. */
export interface LiveStream {
  readonly id: string;
  readonly channelId: string;
  readonly login: string;
  readonly displayName: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly viewers: number;
  /** Title, game and so on, under the names of Helix; null or absent if unknown. */
  readonly description: Readonly<Record<string, unknown>>;
}

export interface ChannelProfile {
  readonly id: string;
  readonly login: string;
  readonly displayName: string;
  readonly image: string;
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

export type AskErrorKind = 'server' | 'timeout' | 'network' | 'answer' | 'budget' | 'token' | 'refused' | 'stopped';

/** The platform returned no usable response in any attempt. */
export class AskError extends Error {
  constructor(
    readonly kind: AskErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The refused part: the credentials, values in the request such as an ID, or another part of the request. */
export type Refused = 'credentials' | 'values' | 'request';

/** The platform refuses the request. The message contains advice. */
export class RefusedError extends BadDataError {
  constructor(
    message: string,
    readonly refused: Refused = 'request',
  ) {
    super(message);
  }
}
