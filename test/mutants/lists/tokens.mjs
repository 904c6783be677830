const tokens = 'src/auth/access-tokens.ts';
const environment = 'src/config/environment.ts';
const events = 'src/events/events.repository.ts';
const pool = 'src/database/reader-pool.ts';

const tokensSpec = 'src/auth/access-tokens.spec.ts';
const environmentSpec = 'src/config/environment.spec.ts';
const eventsSpec = 'test/integration/events.repository.int-spec.ts';
const roleSpec = 'test/integration/reader-role.int-spec.ts';

export default [
  {
    defect: 'Of several Authorization headers the first one counts',
    file: tokens,
    find: 'authorization === undefined || hasSeveralAuthorizations(request)',
    replace: 'authorization === undefined',
    specs: [tokensSpec],
  },
  {
    defect: 'Two Authorization headers are taken for one',
    file: tokens,
    find: '.length > 1;',
    replace: '.length > 2;',
    specs: [tokensSpec],
  },
  {
    defect: 'The scheme has to be written Bearer or bearer as the code has it',
    file: tokens,
    find: '*$/i.exec(authorization)',
    replace: '*$/.exec(authorization)',
    specs: [tokensSpec],
  },
  {
    defect: 'All tokens have one name, and so one budget',
    file: tokens,
    find: "toString('hex', 0, 8)",
    replace: "toString('hex', 0, 0)",
    specs: [tokensSpec],
  },
  {
    defect: 'The name of a token depends on its place among the others',
    file: tokens,
    find: 'this.digests.map((known) => `token-',
    replace: 'this.digests.map((known, i) => `token-${i}-',
    specs: [tokensSpec],
  },
  {
    defect: 'Operations of a public controller need a token',
    file: 'src/auth/bearer.guard.ts',
    find: '[context.getHandler(), context.getClass()]',
    replace: '[context.getHandler()]',
    specs: ['test/e2e/auth.e2e-spec.ts'],
  },
  {
    defect: 'A cached answer is given without a token',
    file: 'src/server/cache-front.ts',
    find: 'this.tokens.identify(request) === null && !this.tokens.isOpen',
    replace: 'false',
    specs: ['test/e2e/http-caching.e2e-spec.ts'],
  },
  {
    defect: 'Proxies may store answers that need a token',
    file: 'src/server/answer-writer.ts',
    find: "tokens.isOpen ? 'public' : 'private'",
    replace: "'public'",
    specs: ['test/e2e/http-caching.e2e-spec.ts'],
  },
  {
    defect: 'Tokens of eight characters are taken',
    file: environment,
    find: 'shortestToken = 16',
    replace: 'shortestToken = 8',
    specs: [environmentSpec],
  },
  {
    defect: 'The tokens of a file have to be on one line',
    file: environment,
    find: String.raw`\s*[,\n]\s*`,
    replace: String.raw`\s*,\s*`,
    specs: [environmentSpec, 'src/config/secret-files.spec.ts'],
  },
  {
    defect: 'The message about a wrong secret shows the secret',
    file: environment,
    find: 'const value = isSecret ?',
    replace: 'const value = !isSecret ?',
    specs: [environmentSpec],
  },
  {
    defect: 'The newline at the end of a file is part of the secret',
    file: 'src/config/secret-files.ts',
    find: '.trim()',
    replace: '',
    specs: ['src/config/secret-files.spec.ts'],
  },
  {
    defect: 'A 401 does not say how to authenticate',
    file: 'src/http/error-reply.ts',
    find: "{ 'WWW-Authenticate': 'Bearer' }",
    replace: '{}',
    specs: ['src/http/error-reply.spec.ts'],
  },
  {
    defect: 'Private events are shown where no token is needed',
    file: 'src/events/events.service.ts',
    find: 'apiTokens.length > 0',
    replace: 'true',
    specs: ['test/e2e/events.e2e-spec.ts'],
  },
  {
    defect: 'A private event is found by its id',
    file: events,
    find: 'v.id = ${id} AND (v.is_public OR ${withPrivate})',
    replace: 'v.id = ${id}',
    specs: [eventsSpec],
  },
  {
    defect: 'Private events are listed with those of a streamer',
    file: events,
    find: '(${joined}) AND (v.is_public OR ${withPrivate})',
    replace: '(${joined})',
    specs: [eventsSpec],
  },
  {
    defect: 'The sessions of the server may write',
    file: 'src/database/session-settings.ts',
    find: "default_transaction_read_only: 'on'",
    replace: "default_transaction_read_only: 'off'",
    specs: [roleSpec],
  },
  {
    defect: 'The server reads with the rights of the owner',
    file: pool,
    find: 'config.databaseReaderUrl === undefined',
    replace: 'false',
    specs: [roleSpec],
  },
  {
    defect: 'An unknown path is repeated in its 404',
    file: 'src/http/error-reply.ts',
    find: 'status === 404 && !request.matched ? nothingHere(config) : exception.message',
    replace: 'exception.message',
    specs: ['src/http/error-reply.spec.ts'],
  },
  {
    defect: 'A browser gives a request without a token the answer to one with it',
    file: 'src/server/answer-writer.ts',
    find: "'Authorization, Accept-Encoding'",
    replace: "'Accept-Encoding'",
    specs: ['test/e2e/http-caching.e2e-spec.ts'],
  },
];
