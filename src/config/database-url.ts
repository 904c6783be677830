import { accessSync, constants } from 'node:fs';

const example = 'postgresql://user:password@host:5432/database';

/** The modes of libpq, plus `no-verify`, which is the name in pg for libpq's `require`. */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];
/** The values of the older parameter `ssl` as values of `sslmode`. */
const sslWords: Record<string, string> = {
  true: 'require',
  1: 'require',
  false: 'disable',
  0: 'disable',
  'no-verify': 'no-verify',
};
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];
const tlsParameters = ['sslmode', 'ssl', 'sslnegotiation', ...fileParameters];
/** The parameters that are passed to pg. */
const passedOn = ['host', 'port', 'user', 'password', 'application_name', 'options', ...tlsParameters];
const otherParameters = ['schema', 'pgbouncer', 'uselibpqcompat'];

/**
 * Translates TLS parameters from libpq to pg, which verifies certificates for `sslmode=require` and prints warnings.
 * Removes parameters that have no effect. If TLS is optional, servers without TLS work too.
 */
export function connectionUrl(
  given: string,
  environmentMode = process.env.PGSSLMODE,
): { url: string; isTlsOptional: boolean } {
  const url = new URL(given);
  const { searchParams } = url;
  const hasSystemRoots = searchParams.get('sslrootcert') === 'system';
  const asked = sslModeOf(searchParams) ?? (hasSystemRoots ? 'verify-full' : environmentMode);
  const mode = isSocket(url) ? 'disable' : asked;
  const isTlsOptional = mode === 'allow' || mode === 'prefer';
  for (const name of [...searchParams.keys()]) if (!passedOn.includes(name)) searchParams.delete(name);
  searchParams.delete('ssl');
  if (mode === undefined) return { url: url.href, isTlsOptional };
  const isUnverified = isTlsOptional || mode === 'no-verify';
  if (hasSystemRoots || isUnverified || mode === 'disable') searchParams.delete('sslrootcert');
  searchParams.set('sslmode', isUnverified ? 'require' : mode);
  searchParams.set('uselibpqcompat', 'true');
  return { url: url.href, isTlsOptional };
}

/** True if a URL has Prisma's parameter for a PgBouncer without prepared statements. */
export function hasNoPreparedStatements(url: string): boolean {
  return /[?&]pgbouncer=true(&|$)/.test(url);
}

/** Lists the parameters of a URL that have no effect. */
export function parametersWithoutEffect(url: string): string[] {
  const names = new Set(new URL(url).searchParams.keys());
  return [...names].filter((name) => !passedOn.includes(name) && !otherParameters.includes(name));
}

/** The host and, if given, the port of a URL, or the folder of its socket. */
export function hostAndPort(url: string): string {
  const { host, searchParams } = new URL(url);
  return searchParams.get('host') ?? host;
}

/**
 * Describes the problem of a URL as the end of a sentence, without secrets. Returns undefined if the URL is valid.
 */
export function problemOfUrl(given: string): string | undefined {
  return problemOfText(given) ?? problemOfParts(given);
}

function problemOfText(text: string): string | undefined {
  const [, scheme] = /^([a-z][a-z\d+.-]{0,30}:\/\/|jdbc:|file:)/i.exec(text) ?? [];
  if (text.trim() === '') return `is empty. Set it to a URL such as ${example}, or remove it`;
  if (/^psql\s/.test(text)) return 'begins with "psql". Remove everything except the URL';
  if (/^["'`“‘]|["'`”’]$/.test(text)) return 'has quotes around it. Remove the quotes';
  if (/^[a-z_]+\s*=/.test(text)) return `is a keyword/value connection string. Use a URL such as ${example}`;
  if (scheme && !/^postgres(ql)?:\/\/$/.test(scheme)) {
    return `begins with ${scheme}, but must begin with postgresql://. Set it to a URL such as ${example}`;
  }
  if (namesSeveralHosts(text)) {
    return 'contains several hosts. Specify one host: the server, or a load balancer such as HAProxy in front of several servers (docs/scale.md)';
  }
  if (/\s/.test(text)) return 'contains a space or a line break. Remove it, or write a space as %20';
  if (text.includes('#')) return 'contains #. Write # as %23';
  if (/^\w+:\/\/[^/?@]*:[^/?@]*[/?][^=]*@/.test(text)) {
    return 'contains / or ? in its user or password. Write / as %2F and ? as %3F';
  }
  return isDecodable(text) ? undefined : 'contains a % that is not part of a valid percent-encoding. Write % as %25';
}

/** True if the text names several hosts in the syntax of libpq, or contains several URLs. */
function namesSeveralHosts(text: string): boolean {
  const [, hosts = ''] = /^\w+:\/\/(?:[^/?#]*@)?([^/?#@]*)/.exec(text) ?? [];
  return (
    hosts.includes(',') || /[\s,]postgres(ql)?:\/\//.test(text) || /[?&](host|hostaddr|port)=[^&#]*(,|%2c)/i.test(text)
  );
}

function problemOfParts(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { searchParams } = new URL(text);
  const schemaPlace = placeOfSchema(searchParams);
  if (schemaPlace !== undefined) {
    return `names a schema other than public. Remove ${schemaPlace}, and use a separate database for the service`;
  }
  // The parameter gsslib does not concern TLS.
  const unknown = [...searchParams.keys()].find((name) => /(?<!g)ssl/i.test(name) && !tlsParameters.includes(name));
  if (unknown !== undefined) {
    return `has the parameter ${unknown}, which is not supported. Use sslmode, sslrootcert, sslcert and sslkey`;
  }
  const mode = sslModeOf(searchParams);
  if (mode !== undefined && !sslModes.includes(mode))
    return `has an unknown sslmode. Use one of ${sslModes.join(', ')}`;
  const root = searchParams.get('sslrootcert');
  if (mode === 'verify-ca' && root === null) {
    return 'has sslmode=verify-ca without sslrootcert. Add sslrootcert with the file of the certificate authority';
  }
  if (mode !== undefined && mode !== 'verify-full' && root === 'system') {
    return `has sslrootcert=system with sslmode=${mode}. Use sslmode=verify-full`;
  }
  return problemOfFiles(searchParams);
}

/** The part of a URL that names a schema other than public. Sessions would ignore that schema. */
function placeOfSchema(parameters: URLSearchParams): string | undefined {
  for (const [name, value] of parameters) {
    if (/^(schema|currentSchema|search_path)$/i.test(name) && value !== 'public') return `the parameter ${name}`;
    const isPath = /search[_-]path\s*=(?!public(\s|$))/i.test(value);
    if (name === 'options' && isPath) return 'search_path from the parameter options';
  }
  return undefined;
}

function problemOfFiles(parameters: URLSearchParams): string | undefined {
  for (const name of fileParameters) {
    const file = parameters.get(name);
    if (file === null || (name === 'sslrootcert' && file === 'system')) continue;
    try {
      accessSync(file, constants.R_OK);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      return `names a file in ${name} that cannot be read (${code}). Set ${name} to a readable file`;
    }
  }
  return undefined;
}

function sslModeOf(parameters: URLSearchParams): string | undefined {
  const ssl = parameters.get('ssl');
  return parameters.get('sslmode') ?? (ssl === null ? undefined : (sslWords[ssl] ?? ssl));
}

/** libpq never encrypts connections over a local socket. */
function isSocket({ hostname, searchParams }: URL): boolean {
  return (searchParams.get('host') ?? decodeURIComponent(hostname)).startsWith('/');
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
