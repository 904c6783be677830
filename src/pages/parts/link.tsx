import type { ComponentChildren, JSX } from 'preact';
import { useSite } from '../layout/site.js';

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

/** A path with the parameters that have a value. */
export function withQuery(path: string, query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter((pair): pair is [string, string | number] => pair[1] !== undefined);
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return text === '' ? path : `${path}?${text}`;
}

export function streamerPath(name: string): string {
  return `/streamers/${encodeURIComponent(name)}`;
}

export function streamPath(id: string): string {
  return `/streams/${encodeURIComponent(id)}`;
}

export function gamePath(name: string): string {
  return `/games/${encodeURIComponent(name)}`;
}
