import type { ComponentChildren, JSX } from 'preact';
import { useSite } from '../../layout/site.js';

type Attributes = Omit<JSX.AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

/** A link to a path of this service. */
export function Link({ to, children, ...rest }: Attributes & { to: string; children?: ComponentChildren }) {
  const { hrefOf } = useSite();
  return (
    <a href={hrefOf(to)} {...rest}>
      {children}
    </a>
  );
}

export type QueryValues = Readonly<Record<string, string | number | undefined>>;

/** Returns the values of a query without those that equal the values of a new query object. */
export function withoutDefaults(query: QueryValues, defaults: object): QueryValues {
  return Object.fromEntries(Object.entries(query).filter(([name, value]) => value !== (defaults as QueryValues)[name]));
}

/**
 * Returns the address of a path with the values of a query, without those that equal the values of a new query object.
 * Commas need no encoding in a query, and are easier to read.
 */
export function pathTo(path: string, query: QueryValues = {}, defaults: object = {}): string {
  const text = Object.entries(withoutDefaults(query, defaults))
    .flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`,
    )
    .join('&');
  return text === '' ? path : `${path}?${text}`;
}

/** A streamer with its channel ID and its name, which is the login or the ID. */
export interface Addressed {
  id: string;
  name: string;
}

/**
 * Returns the name of a streamer in addresses: the login, or the ID if the login has digits only, because it may be the
 * ID of another channel.
 */
export function addressOf({ id, name }: Addressed): string {
  return /^\d+$/.test(name) ? id : name;
}

export function streamerPath(streamer: Addressed): string {
  return `/streamers/${encodeURIComponent(addressOf(streamer))}`;
}

/** Returns the path of an operation of the API about a streamer. */
export function streamerCall(streamer: Addressed, operation: string, query?: QueryValues, defaults?: object): string {
  return pathTo(`/v1/streamer/${encodeURIComponent(addressOf(streamer))}/${operation}`, query, defaults);
}

export const boardPath = '/leaderboard';

export function streamPath(id: string): string {
  return `/streams/${encodeURIComponent(id)}`;
}

export function gamePath(name: string): string {
  return `/games/${encodeURIComponent(name)}`;
}
