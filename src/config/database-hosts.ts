/** Which server of a list is wanted, in libpq's words. */
export const sessionAttrs = ['any', 'read-only', 'read-write', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttrs = (typeof sessionAttrs)[number];

/** One server of a list. */
export interface DatabaseHost {
  /** Host and port, as logs and metrics show it. */
  name: string;
  /** A URL that names this server alone. */
  url: string;
  wanted: SessionAttrs;
}

/** What separates URLs; a comma may also stand in a password or a name. */
const betweenUrls = /[ ,]+(?=postgres(?:ql)?:\/\/)/;
const partsOfUrl = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s;
const defaultPort = '5432';

/**
 * The servers that a variable names: URLs between spaces or commas, of which each may have several hosts, as libpq writes it
 * (`postgresql://user@one:5432,two:5433/database?target_session_attrs=standby`). Throws where one of them is no URL.
 */
export function listHosts(urls: string): DatabaseHost[] {
  return urls.split(betweenUrls).flatMap((url) => {
    const [, before, hosts, after] = partsOfUrl.exec(url) ?? [];
    if (before === undefined || hosts === undefined) throw new Error('This is no PostgreSQL URL.');
    return hosts.split(',').map((host) => toHost(before + host + after));
  });
}

/** Whether each name stands for one server, and none is there twice. */
export function areHosts(urls: string): boolean {
  try {
    const hosts = listHosts(urls);
    const isNamed = ({ url }: DatabaseHost) => hosts.length === 1 || new URL(url).hostname !== '';
    return hosts.every(isNamed) && new Set(hosts.map(({ name }) => name)).size === hosts.length;
  } catch {
    return false;
  }
}

function toHost(given: string): DatabaseHost {
  if (!/^postgres(ql)?:\/\/\S+$/.test(given)) throw new Error('This is no PostgreSQL URL.');
  const url = new URL(given);
  const { host, port, searchParams } = url;
  const wanted = searchParams.get('target_session_attrs');
  const name = searchParams.get('host') ?? (port === '' ? `${host}:${defaultPort}` : host);
  if (wanted === null) return { name, url: given, wanted: 'any' };
  const known = sessionAttrs.find((attrs) => attrs === wanted);
  if (known === undefined) throw new Error(`${wanted} is none of ${sessionAttrs.join(', ')}.`);
  // It is ours to heed: pg does not know it.
  searchParams.delete('target_session_attrs');
  return { name, url: url.href, wanted: known };
}
