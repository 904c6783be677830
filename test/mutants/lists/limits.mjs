const window = 'src/rate-limit/fixed-window.storage.ts';
const record = 'src/rate-limit/throttler-record.ts';
const guard = 'src/rate-limit/rate-limit.guard.ts';
const redis = 'src/rate-limit/redis-window.storage.ts';
const address = 'src/http/clients.ts';
const load = 'src/response-cache/load-limit.ts';
const concurrency = 'src/database/concurrency-limit.ts';
const reads = 'src/database/reads.ts';
const lost = 'src/database/connection-lost.ts';

const windowSpec = 'src/rate-limit/fixed-window.storage.spec.ts';
const limitSpec = 'test/e2e/rate-limit.e2e-spec.ts';
const sharedSpec = 'test/e2e/shared-rate-limit.e2e-spec.ts';
const countersSpec = 'test/integration/redis-window.storage.int-spec.ts';
const readsSpec = 'src/database/reads.spec.ts';
const loadSpec = 'src/response-cache/load-limit.spec.ts';
const metricsSpec = 'test/e2e/metrics.e2e-spec.ts';
const lostSpec = 'test/integration/prisma.service.int-spec.ts';

export default [
  {
    defect: 'The request in which a window ends belongs to the old window',
    file: window,
    find: 'window.endsAtMs <= nowMs',
    replace: 'window.endsAtMs < nowMs',
    specs: [windowSpec],
  },
  {
    defect: 'A new window keeps the hits of the one before',
    file: window,
    find: 'window = { hits: 0,',
    replace: 'window = { hits: window?.hits ?? 0,',
    specs: [windowSpec],
  },
  {
    defect: 'A client that stays past its limit is blocked for longer with each request',
    file: window,
    find: 'window.hits === limit + 1',
    replace: 'window.hits > limit',
    specs: [windowSpec],
  },
  {
    defect: 'The last request of a budget is refused',
    file: record,
    find: 'totalHits > limit',
    replace: 'totalHits >= limit',
    specs: [windowSpec],
  },
  {
    defect: 'A client is told to come back before its window ends',
    file: record,
    find: 'Math.ceil(endsInMs',
    replace: 'Math.floor(endsInMs',
    specs: [windowSpec],
  },
  {
    defect: 'Each operation has a budget of its own',
    file: guard,
    find: 'if (!this.hasOwnLimit(context)) return client;',
    replace: '',
    specs: [limitSpec],
  },
  {
    defect: 'A 429 has no headers of the budget',
    file: guard,
    find: ', ...budgetHeaders(budget));\n    return super',
    replace: ');\n    return super',
    specs: [limitSpec],
  },
  {
    defect: 'The policy names the window in milliseconds',
    file: guard,
    find: 'windowSeconds: ttl / 1000, remaining: limit - totalHits',
    replace: 'windowSeconds: ttl, remaining: limit - totalHits',
    specs: [limitSpec],
  },
  {
    defect: 'Every request spends one unit',
    file: guard,
    find: 'trace.isCountedInSharedBudget ? this.unitsOf(context) : 1',
    replace: '1',
    specs: [limitSpec],
  },
  {
    defect: 'A cached response always spends one unit',
    file: 'src/server/cache-front.ts',
    find: 'this.budgets.spend(request, spelling.units)',
    replace: 'this.budgets.spend(request)',
    specs: [limitSpec],
  },
  {
    defect: 'A header is parsed to its end',
    file: 'src/http/readable-list.ts',
    find: 'return whole.slice(0, mostElements)',
    replace: 'return [header]',
    specs: ['src/http/readable-list.spec.ts'],
  },
  {
    defect: 'The cache in front tells of one request more than is left',
    file: 'src/rate-limit/client-budgets.ts',
    find: 'limit - totalHits',
    replace: 'limit - totalHits + 1',
    specs: ['test/e2e/http-caching.e2e-spec.ts'],
  },
  {
    defect: 'The holder of a token is counted by address',
    file: 'src/http/clients.ts',
    find: 'trace.token ?? ',
    replace: '',
    specs: [limitSpec],
  },
  {
    defect: 'Each address of an IPv6 network is a client of its own, and one mapped from IPv4 another one',
    file: address,
    find: "normalizeIp(socket.remoteAddress ?? '')",
    replace: "(socket.remoteAddress ?? '')",
    specs: ['src/http/clients.spec.ts'],
  },
  {
    defect: 'Anything that a proxy sends counts as an address',
    file: address,
    find: 'isIP(withoutPort) === 0',
    replace: 'false',
    specs: ['src/http/clients.spec.ts'],
  },
  {
    defect: 'Each port of a client behind a proxy is a client of its own',
    file: address,
    find: String.raw`/^([\d.]+):\d+$/.exec(text) ?? `,
    replace: '',
    specs: ['src/http/clients.spec.ts'],
  },
  {
    defect: 'An IPv6 address with a port, as a proxy writes it, is no address',
    file: address,
    find: String.raw`(?::\d+)?$/`,
    replace: '$/',
    specs: ['src/http/clients.spec.ts'],
  },
  {
    defect: 'The whole X-Forwarded-For of a client stays in memory',
    file: address,
    find: "Buffer.from(withoutPort, 'latin1').toString('latin1')",
    replace: 'withoutPort',
    specs: ['src/http/clients.spec.ts'],
  },
  {
    defect: 'A counter without an end in Redis stays for ever',
    file: redis,
    find: 'left < 0 and tonumber(ARGV[4 * i - 3]) or left',
    replace: 'left',
    specs: [countersSpec],
  },
  {
    defect: 'Redis forgets for how long an operation blocks its clients',
    file: redis,
    find: 'hits == limit + 1',
    replace: 'false',
    specs: [countersSpec],
  },
  {
    defect: 'Of the requests that arrive together each gets the counts of the first',
    file: redis,
    find: '[numbers[2 * i], numbers[2 * i + 1]]',
    replace: '[numbers[0], numbers[1]]',
    specs: [countersSpec],
  },
  {
    defect: 'Any numbers that Redis answers are counts',
    file: redis,
    find: 'Number.isSafeInteger(value) && Number(value) >= 0',
    replace: 'true',
    specs: [countersSpec],
  },
  {
    defect: 'A request waits five seconds for Redis',
    file: redis,
    find: 'answerMs = 100',
    replace: 'answerMs = 5_000',
    specs: [sharedSpec],
  },
  {
    defect: 'Instances do not count together again when Redis has come back',
    file: redis,
    find: 'this.comeBack();',
    replace: '',
    specs: [sharedSpec],
  },
  {
    defect: 'URLs of ten times the length are taken',
    file: 'src/server/read-only.middleware.ts',
    find: 'longestUrl = 4096',
    replace: 'longestUrl = 40960',
    specs: ['test/e2e/errors.e2e-spec.ts'],
  },
  {
    defect: 'A GET may carry a body of unknown length',
    file: 'src/server/read-only.middleware.ts',
    find: "headers['transfer-encoding'] !== undefined || ",
    replace: '',
    specs: ['test/e2e/errors.e2e-spec.ts'],
  },
  {
    defect: 'Each slow load of one overload halves the limit of loads',
    file: load,
    find: 'startedAtMs > this.halvedAtMs',
    replace: 'true',
    specs: [loadSpec],
  },
  {
    defect: 'The limit of loads grows without end',
    file: load,
    find: 'Math.min(most, this.limit + 1 / this.limit)',
    replace: 'this.limit + 1 / this.limit',
    specs: [loadSpec],
  },
  {
    defect: 'The limit of loads stays low after an overload',
    file: load,
    find: 'this.limit = Math.max(this.limit, atFirst);',
    replace: '{}',
    specs: [loadSpec],
  },
  {
    defect: 'One action more than allowed runs at once',
    file: concurrency,
    find: 'this.running >= this.max',
    replace: 'this.running > this.max',
    specs: ['src/database/concurrency-limit.spec.ts'],
  },
  {
    defect: 'A read that has failed at its deadline is begun all the same',
    file: reads,
    find: 'performance.now() < endsAtMs ? read() : Promise.reject(this.deadlines.exceeded())',
    replace: 'read()',
    specs: [readsSpec],
  },
  {
    defect: 'The deadline of a read begins when its turn has come',
    file: reads,
    find: 'return this.deadlines.run((endsAtMs) => {',
    replace:
      'return limit.run(() => this.connections.run(() => this.deadlines.run(read)));\n    return this.deadlines.run((endsAtMs) => {',
    specs: [readsSpec],
  },
  {
    defect: 'What takes too long is never told so',
    file: 'src/database/deadlines.ts',
    find: 'pending.fail?.();',
    replace: '',
    specs: [readsSpec, lostSpec],
  },
  {
    defect: 'Only each read of an answer has a deadline, not all of them together',
    file: 'src/response-cache/response-cache.ts',
    find: 'this.deadlines.run(() => this.limit.run(load))',
    replace: 'this.limit.run(load)',
    specs: ['src/response-cache/response-cache.spec.ts'],
  },
  {
    defect: 'One kind of read may take all connections',
    file: reads,
    find: 'shareOfOneKind = 0.75',
    replace: 'shareOfOneKind = 1',
    specs: [lostSpec],
  },
  {
    defect: 'A read is tried again after every error',
    file: lost,
    find: '!isConnectionLost(error) || ',
    replace: '',
    specs: [readsSpec, lostSpec],
  },
  {
    defect: 'A read is tried again after every error that has a code',
    file: lost,
    find: 'lostCodes.has(',
    replace: '((_code: unknown) => true)(',
    specs: [readsSpec, lostSpec],
  },
  {
    defect: 'A read whose connection was lost is not tried again',
    file: lost,
    find: 'mostAttempts = 16',
    replace: 'mostAttempts = 1',
    specs: [readsSpec, lostSpec],
  },
  {
    defect: 'Statements of the server have no time limit',
    file: 'src/database/reader-pool.ts',
    find: 'config.databaseDeadlineSeconds * 1000 * ofDeadline',
    replace: '0',
    specs: ['test/integration/reader-role.int-spec.ts', lostSpec],
  },
  {
    defect: 'Connections that are idle count as used',
    file: 'src/telemetry/metrics.ts',
    find: 'pool.total - pool.idle',
    replace: 'pool.total',
    specs: [metricsSpec],
  },
  {
    defect: 'Rejected requests are not counted',
    file: 'src/telemetry/metrics.ts',
    find: 'status === 503 && route !== readiness',
    replace: 'false',
    specs: ['src/telemetry/metrics.spec.ts'],
  },
  {
    defect: 'An instance that is not ready counts as one that rejects requests',
    file: 'src/telemetry/metrics.ts',
    find: ' && route !== readiness',
    replace: '',
    specs: ['src/telemetry/metrics.spec.ts'],
  },
  {
    defect: 'A request whose client has left counts as answered',
    file: 'src/telemetry/request-watch.ts',
    find: 'response.headersSent ? response.statusCode : clientGone',
    replace: 'response.statusCode',
    specs: [metricsSpec, 'test/e2e/access-log.e2e-spec.ts'],
  },
];
