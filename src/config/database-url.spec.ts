import { connectionUrl, parametersWithoutEffect, problemOfUrl } from './database-url.js';

const base = 'postgresql://user:password@host/database';
const certificate = `sslrootcert=${encodeURIComponent(__filename)}`;
const setUrl = 'Set it to a URL such as postgresql://user:password@host:5432/database';

describe('problemOfUrl', () => {
  it.each([
    base,
    `${base}?schema=public&pgbouncer=true&connection_limit=5`,
    `${base}?sslmode=require&channel_binding=require`,
    `${base}?sslmode=verify-ca&${certificate}`,
    `${base}?sslrootcert=system`,
    'postgres://user:p@ss:w%23rd@[::1]:5433/database?options=-c%20jit%3Doff',
    `${base}?currentSchema=public&options=-c%20search_path%3Dpublic&gsslib=gssapi`,
    'postgresql:///database?host=/run/postgresql&password=a@b',
    'postgresql://user:pass,word@host/data,base?options=-c,x',
  ])('accepts %s', (url) => {
    expect(problemOfUrl(url)).toBeUndefined();
  });

  it.each([
    ['', `is empty. ${setUrl}, or remove it`],
    [`"${base}"`, 'has quotes around it. Remove the quotes'],
    [`'${base}`, 'has quotes around it. Remove the quotes'],
    [`psql '${base}'`, 'begins with "psql". Remove everything except the URL'],
    [
      'host=h password=p',
      'is a keyword/value connection string. Use a URL such as postgresql://user:password@host:5432/database',
    ],
    ['mysql://user:password@host/d', `begins with mysql://, but must begin with postgresql://. ${setUrl}`],
    ['jdbc:postgresql://host/d', `begins with jdbc:, but must begin with postgresql://. ${setUrl}`],
    ...[
      'postgresql://user:p@one:5432,two:5432/database?target_session_attrs=prefer-standby',
      'postgres://user:p@one/database postgresql://user:p@two:5433/database',
      'postgresql:///database?host=one,two',
      `${base}?sslmode=require&port=5432%2C5433`,
    ].map((url) => [
      url,
      'contains several hosts. Specify one host: the server, or a load balancer such as HAProxy in front of several servers (docs/scale.md)',
    ]),
    [`${base}\n`, 'contains a space or a line break. Remove it, or write a space as %20'],
    ['postgresql://user:pass word@host/d', 'contains a space or a line break. Remove it, or write a space as %20'],
    ['postgresql://user:pass#word@host/d', 'contains #. Write # as %23'],
    ['postgresql://user:pass/word@host/d', 'contains / or ? in its user or password. Write / as %2F and ? as %3F'],
    ['postgresql://user:12?word@host/d', 'contains / or ? in its user or password. Write / as %2F and ? as %3F'],
    ['postgresql://user:password%@host/d', 'contains a % that is not part of a valid percent-encoding. Write % as %25'],
    ...['schema', 'Schema', 'currentSchema', 'search_path'].map((name) => [
      `${base}?${name}=other`,
      `names a schema other than public. Remove the parameter ${name}, and use a separate database for the service`,
    ]),
    ...['-c%20search_path%3Dother', '-c%20Search_Path=public,other', '--search-path%3Dother'].map((options) => [
      `${base}?options=${options}`,
      'names a schema other than public. Remove search_path from the parameter options, and use a separate database for the service',
    ]),
    ...['sslaccept', 'requiressl', 'SSLMODE'].map((name) => [
      `${base}?${name}=require`,
      `has the parameter ${name}, which is not supported. Use sslmode, sslrootcert, sslcert and sslkey`,
    ]),
    [
      `${base}?sslmode=required`,
      'has an unknown sslmode. Use one of disable, allow, prefer, require, verify-ca, verify-full, no-verify',
    ],
    [
      `${base}?sslmode=verify-ca`,
      'has sslmode=verify-ca without sslrootcert. Add sslrootcert with the file of the certificate authority',
    ],
    [
      `${base}?sslmode=require&sslrootcert=system`,
      'has sslrootcert=system with sslmode=require. Use sslmode=verify-full',
    ],
    [
      `${base}?sslmode=verify-full&sslrootcert=/missing`,
      'names a file in sslrootcert that cannot be read (ENOENT). Set sslrootcert to a readable file',
    ],
  ])('describes the problem of %j', (url, problem) => {
    expect(problemOfUrl(url)).toBe(problem);
  });
});

describe('connectionUrl', () => {
  const compatible = (mode: string) => `${base}?sslmode=${mode}&uselibpqcompat=true`;

  it.each([
    ['sslmode=disable', compatible('disable'), false],
    ['sslmode=allow', compatible('require'), true],
    ['sslmode=prefer', compatible('require'), true],
    ['sslmode=require', compatible('require'), false],
    ['sslmode=no-verify', compatible('require'), false],
    ['sslmode=verify-full', compatible('verify-full'), false],
    ['sslrootcert=system', compatible('verify-full'), false],
    ['ssl=true', compatible('require'), false],
    ['sslmode=require&host=%2Frun', `${base}?sslmode=disable&host=%2Frun&uselibpqcompat=true`, false],
  ])('reads %s as libpq does', (parameters, url, isTlsOptional) => {
    expect(connectionUrl(`${base}?${parameters}`, undefined)).toEqual({ url, isTlsOptional });
  });

  it('uses PGSSLMODE if a URL has no mode', () => {
    expect(connectionUrl(base, 'require').url).toBe(compatible('require'));
    expect(connectionUrl(`${base}?sslmode=disable`, 'require').url).toBe(compatible('disable'));
  });

  it('removes parameters that pg does not use', () => {
    const url = `${base}?schema=public&query_timeout=1&binary=true&application_name=x&connection_limit=5`;
    expect(connectionUrl(url, undefined).url).toBe(`${base}?application_name=x`);
    expect(parametersWithoutEffect(url)).toEqual(['query_timeout', 'binary', 'connection_limit']);
  });
});
