const cache = 'src/response-cache/response-cache.ts';
const stored = 'src/response-cache/stored-answer.ts';
const entrance = 'src/server/request-entrance.ts';
const writer = 'src/server/answer-writer.ts';
const front = 'src/server/cache-front.ts';
const listener = 'src/leaderboard/board-listener.ts';
const rowTypes = 'src/database/row-types.ts';

const cacheSpec = 'src/response-cache/response-cache.spec.ts';
const frontSpec = 'test/e2e/http-caching.e2e-spec.ts';
const httpSpec = 'test/e2e/http-caching.e2e-spec.ts';
const keysSpec = 'test/e2e/http-caching.e2e-spec.ts';
const listenerSpec = 'test/integration/board-listener.int-spec.ts';
const metaSpecs = ['src/meta/meta.service.spec.ts', 'test/e2e/meta.e2e-spec.ts'];

export default [
  {
    defect: 'The tag of a compressed form never gives a 304',
    file: stored,
    find: "tag.replace(/-(br|gzip)$/, '')",
    replace: 'tag',
    specs: [httpSpec, 'test/e2e/docs.e2e-spec.ts'],
  },
  {
    defect: 'Short answers beyond ASCII are sent as other letters',
    file: stored,
    find: 'bytes : bytes.toString(bodyEncoding)',
    replace: 'bytes : bytes.toString()',
    specs: ['src/response-cache/stored-answer.spec.ts', httpSpec],
  },
  {
    defect: 'The forms of an answer have one strong tag',
    file: stored,
    find: '`"${this.tag}-${encoding}"`',
    replace: '`"${this.tag}"`',
    specs: [httpSpec],
  },
  {
    defect: 'A weak tag never gives a 304',
    file: stored,
    find: String.raw`(?:W\/)?`,
    replace: '',
    specs: [httpSpec],
  },
  {
    defect: 'If-None-Match: * gives no 304',
    file: stored,
    find: " || ifNoneMatch.trim() === '*'",
    replace: '',
    specs: [httpSpec],
  },
  {
    defect: 'Of a list of tags none gives a 304',
    file: stored,
    find: ".split(',')",
    replace: '[ifNoneMatch]',
    specs: [httpSpec],
  },
  {
    defect: 'The smallest answers are compressed',
    file: stored,
    find: 'this.identity.byteLength < shortestCompressed',
    replace: 'false',
    specs: [httpSpec],
  },
  {
    defect: 'An answer gets older by a thousand seconds a second',
    file: writer,
    find: 'answer.createdAtMs) / 1000)',
    replace: 'answer.createdAtMs) / 1)',
    specs: [httpSpec],
  },
  {
    defect: 'Vary of a cached answer forgets the origin',
    file: writer,
    find: '`${String(vary)}, Accept-Encoding`',
    replace: "'Accept-Encoding'",
    specs: ['test/e2e/answer-headers.e2e-spec.ts', frontSpec],
  },
  {
    defect: 'An encoding that the client likes less is taken',
    file: 'src/response-cache/accepted-encoding.ts',
    find: '[best = ',
    replace: '[, best = ',
    specs: [httpSpec],
  },
  {
    defect: 'An answer is fresh for a moment too long',
    file: cache,
    find: 'ageMs < this.freshMs',
    replace: 'ageMs <= this.freshMs',
    specs: [cacheSpec],
  },
  {
    defect: 'An answer that is no longer fresh makes everybody wait',
    file: cache,
    find: '2 * this.freshMs',
    replace: '1 * this.freshMs',
    specs: [cacheSpec],
  },
  {
    defect: 'A refresh of the board outdates all answers',
    file: cache,
    find: 'entry.group === group',
    replace: 'true',
    specs: [cacheSpec],
  },
  {
    defect: 'An answer that was loaded while its group was outdated is fresh',
    file: cache,
    find: 'generation !== this.generation',
    replace: 'false',
    specs: [cacheSpec],
  },
  {
    defect: 'However old an answer is, it is given while the database is away',
    file: cache,
    find: ' || this.ageOf(entry) > this.staleMs',
    replace: '',
    specs: [cacheSpec],
  },
  {
    defect: 'What many ask for at once is loaded once for each',
    file: cache,
    find: 'const running = this.loads.get(key);',
    replace: 'const running = undefined as Promise<StoredAnswer> | undefined;',
    specs: [cacheSpec],
  },
  {
    defect: 'The compressed forms of an answer take no memory of the cache',
    file: cache,
    find: 'entry.size + bytes',
    replace: 'entry.size',
    specs: [cacheSpec],
  },
  {
    defect: 'An operation with a limit of its own is answered ahead of that limit',
    file: entrance,
    find: ' && isCountedInSharedBudget',
    replace: '',
    specs: ['test/e2e/rate-limit.e2e-spec.ts'],
  },
  {
    defect: 'An operation with a guard of its own is answered ahead of that guard',
    file: entrance,
    find: ' && hasUsualGuards',
    replace: '',
    specs: [keysSpec],
  },
  {
    defect: 'A cached answer has none of the security headers',
    file: front,
    find: '...rawSecurityHeaders, ',
    replace: '',
    specs: ['test/e2e/answer-headers.e2e-spec.ts', frontSpec],
  },
  {
    defect: 'Pages of other origins may not read a cached answer',
    file: front,
    find: 'this.cors?.(request, response, () => {});',
    replace: '',
    specs: ['test/e2e/answer-headers.e2e-spec.ts', frontSpec],
  },
  {
    defect: 'A request with a body is answered from memory',
    file: front,
    find: "headers['content-length'] !== undefined || ",
    replace: '',
    specs: [keysSpec],
  },
  {
    defect: 'A request with a body of unknown length is answered from memory',
    file: front,
    find: " || headers['transfer-encoding'] !== undefined",
    replace: '',
    specs: [keysSpec],
  },
  {
    defect: "The board's listener does not connect again",
    file: listener,
    find: "client.on('end', () => this.listenAgain());",
    replace: '',
    specs: [listenerSpec],
  },
  {
    defect: "The board's listener connects again without outdating the board, of which it may have missed a refresh",
    file: listener,
    find: 'await this.outdateOlder(client);',
    replace: '',
    specs: [listenerSpec],
  },
  {
    defect: "The board's listener does not heed a refresh",
    file: listener,
    find: "client.on('notification', () => this.outdate(client));",
    replace: '',
    specs: [listenerSpec],
  },
  {
    defect: 'One bad value fails all requests that were read with it',
    file: 'src/database/batches.ts',
    find: 'keys.length === 1 || !isOfValue(error)',
    replace: 'true',
    specs: ['src/database/batches.spec.ts'],
  },
  {
    defect: 'Counts of 2^53 and more are rounded',
    file: rowTypes,
    find: 'isSafeInteger',
    replace: 'isInteger',
    specs: ['src/database/row-types.spec.ts'],
  },
  {
    defect: 'Counts of 2^53 and more in arrays are rounded',
    file: rowTypes,
    find: 'if (count !== null) safeNumber(count);',
    replace: ';',
    specs: ['src/database/row-types.spec.ts'],
  },
  {
    defect: 'A moment of 250 ms is read as one of 25',
    file: rowTypes,
    find: ".padEnd(3, '0')",
    replace: ".padStart(3, '0')",
    specs: ['src/database/row-types.spec.ts'],
  },
  {
    defect: 'An id beyond 64 bits is looked for',
    file: 'src/database/identifiers.ts',
    find: 'id <= largestId',
    replace: 'id <= 2n * largestId',
    specs: ['src/database/identifiers.spec.ts'],
  },
  {
    defect: 'The service says that it is ready while it shuts down',
    file: 'src/meta/meta.service.ts',
    find: 'if (isDraining) throw',
    replace: 'if (false) throw',
    specs: metaSpecs,
  },
  {
    defect: 'The newest data is the oldest of the newest rows of all kinds',
    file: 'src/meta/meta.service.ts',
    find: 'Math.max(...newest)',
    replace: 'Math.min(...newest)',
    specs: metaSpecs,
  },
  {
    defect: 'Connections are kept while the service shuts down',
    file: 'src/server/request-entrance.ts',
    find: 'this.lifecycle.isDraining || ',
    replace: '',
    specs: ['test/e2e/meta.e2e-spec.ts'],
  },
];
