import type { CountName } from './channel-counts.js';

/** How a platform spells logins or IDs. */
interface NameRule {
  /** A regular expression, in lower case unless the case counts. */
  readonly pattern: string;
  /** Whether names that differ only in case are different. Other names are stored in lower case. */
  readonly isCaseSensitive: boolean;
  /** What a valid name is. */
  readonly description: string;
}

/** All that differs between platforms, except the client of the API, which is in a folder of `src/collect/platforms`. */
export interface PlatformDescriptor {
  readonly title: string;
  /** Of logins, and of IDs in files: the name of the platform and a colon. Only the first platform has none. */
  readonly prefix: string;
  /** The host of the pages of channels, whose path is the login. */
  readonly site: string;
  /** The path of recordings, before their IDs; null if the IDs are not known. */
  readonly recordings: string | null;
  /** A channel ID must match the pattern of logins too, in upper or lower case. */
  readonly logins: NameRule & { readonly maxLength: number };
  /** Null on the first platform, whose IDs are the numbers of the database. */
  readonly ids: NameRule | null;
  /** The count of a channel that the platform publishes; null if it publishes none. */
  readonly counts: CountName | null;
  readonly sentences: {
    readonly whereCredentialsAre: string;
    /** A part of a sentence: when a channel appears. */
    readonly firstSeen: string;
  };
  readonly connection: {
    /** The website on which applications are registered. */
    readonly console: string;
    /** Undefined if REQUESTS_PER_MINUTE is a variable. */
    readonly requestsPerMinute?: number;
    /** Before the names of variables, as in TWITCH_CLIENT_ID. */
    readonly variablePrefix: string;
    /** The other variables with their defaults. Only chats with a CHAT_URL are read. */
    readonly variables: { API_URL: string; AUTH_URL: string; CHAT_URL?: string; REQUESTS_PER_MINUTE?: number };
  };
}

const twitch: PlatformDescriptor = {
  title: 'Twitch',
  prefix: '',
  site: 'twitch.tv',
  recordings: '/videos/',
  logins: {
    pattern: '[a-z0-9_]{1,25}',
    maxLength: 25,
    isCaseSensitive: false,
    description: '1 to 25 of the characters a-z, 0-9 and _',
  },
  ids: null,
  counts: 'followers',
  sentences: {
    whereCredentialsAre:
      'Register an application at https://dev.twitch.tv/console/apps (any name, the redirect URL http://localhost, the client type "Confidential"), ' +
      'and set TWITCH_CLIENT_ID to its client ID and TWITCH_CLIENT_SECRET to a new client secret.',
    firstSeen: 'A channel of Twitch appears after the first sweep',
  },
  connection: {
    console: 'https://dev.twitch.tv/console/apps',
    // A response may contain a lower limit.
    requestsPerMinute: 800,
    variablePrefix: 'TWITCH_',
    variables: {
      API_URL: 'https://api.twitch.tv/helix',
      AUTH_URL: 'https://id.twitch.tv/oauth2',
      CHAT_URL: 'wss://irc-ws.chat.twitch.tv',
    },
  },
};

const kick: PlatformDescriptor = {
  title: 'Kick',
  prefix: 'kick:',
  site: 'kick.com',
  recordings: null,
  logins: {
    pattern: '[a-z0-9_-]{1,64}',
    maxLength: 64,
    isCaseSensitive: false,
    description: 'kick: and 1 to 64 of a-z, 0-9, _ and -',
  },
  ids: {
    // Channels have numbers, and streams have UUIDs.
    pattern: '[1-9]\\d{0,18}|[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}',
    isCaseSensitive: false,
    description: 'an ID of Kick, such as "kick:123"',
  },
  counts: 'subscribers',
  sentences: {
    whereCredentialsAre:
      'Create an application at https://kick.com/settings/developer, and set KICK_CLIENT_ID and KICK_CLIENT_SECRET to its client ID and secret.',
    firstSeen: 'a channel of Kick when it is live during a sweep',
  },
  connection: {
    console: 'https://kick.com/settings/developer',
    variablePrefix: 'KICK_',
    variables: {
      API_URL: 'https://api.kick.com',
      AUTH_URL: 'https://id.kick.com/oauth',
      REQUESTS_PER_MINUTE: 60,
    },
  },
};

/** The number of a platform in IDs is its place minus one. New platforms come last. */
export const platformDescriptors = { twitch, kick };
