const docsFiles = 'src/server/docs-files.ts';
const docsController = 'src/server/docs.controller.ts';
const sendFile = 'src/response-cache/send-file.ts';
const cache = 'src/response-cache/response-cache.ts';
const unsent = 'src/server/unsent-bytes.ts';
const connections = 'src/server/max-connections.ts';

const docsSpec = 'test/e2e/docs.e2e-spec.ts';
const cacheSpec = 'src/response-cache/response-cache.spec.ts';
const unsentSpec = 'test/e2e/unsent-bytes.e2e-spec.ts';
const connectionsSpecs = ['src/server/max-connections.spec.ts', 'test/e2e/unsent-bytes.e2e-spec.ts'];
const eventsSpec = 'test/integration/events.repository.int-spec.ts';

/** What keeps many requests, large answers and slow clients from taking the service down. */
export default [
  {
    defect: 'The documentation is written anew for each request',
    file: docsFiles,
    find: 'if (file) this.files.set(url, file);',
    replace: '',
    specs: [docsSpec],
  },
  {
    defect: 'The documentation is never compressed',
    file: sendFile,
    find: "await file.in(acceptedEncoding(request.headers['accept-encoding']))",
    replace: 'file.identity',
    specs: [docsSpec],
  },
  {
    defect: 'The documentation is sent in full to a browser that has it',
    file: sendFile,
    find: "if (file.matches(request.headers['if-none-match'] ?? ''))",
    replace: 'if (false)',
    specs: [docsSpec],
  },
  {
    defect: 'The documentation is free of the budget',
    file: docsController,
    find: '@Public()\nexport class',
    replace: "@Public()\n@Reflect.metadata('THROTTLER:SKIPdefault', true)\nexport class",
    specs: ['test/e2e/rate-limit.e2e-spec.ts'],
  },
  {
    defect: 'Under overload an old answer counts as one that cannot be loaded',
    file: cache,
    find: 'this.isBusy || this.clock',
    replace: 'this.clock',
    specs: [cacheSpec],
  },
  {
    defect: 'Under overload an answer is given however old it is',
    file: cache,
    find: 'isHardToReplace && ageMs <= this.staleMs',
    replace: 'isHardToReplace',
    specs: [cacheSpec],
  },
  {
    defect: 'Under overload an outdated answer counts as one that cannot be loaded',
    file: cache,
    find: 'isHardToReplace && ageMs',
    replace: 'isHardToReplace && !entry.isOutdated && ageMs',
    specs: [cacheSpec],
  },
  {
    defect: 'Eight spellings of URLs are found, and no more',
    file: cache,
    find: 'this.spellings = new LRUCache({',
    replace: 'this.spellings = new LRUCache({ max: 8,',
    specs: [cacheSpec],
  },
  {
    defect: 'Spellings of URLs are remembered without end',
    file: cache,
    find: 'maxSize: largest,\n',
    replace: 'maxSize: 1_000 * largest,\n',
    specs: [cacheSpec],
  },
  {
    defect: 'While an answer is being loaded the cache in front does not give the old one',
    file: cache,
    find: "state === 'usable' && isLoading",
    replace: 'false',
    specs: [cacheSpec],
  },
  {
    defect: 'While the database is away each request waits for it',
    file: cache,
    find: 'this.clock.monotonicMs() - entry.failedAtMs < failingMs',
    replace: 'false',
    specs: [cacheSpec],
  },
  {
    defect: 'One large answer pushes all others out of the cache',
    file: cache,
    find: 'maxEntrySize: largest',
    replace: 'maxEntrySize: bytes',
    specs: [cacheSpec],
  },
  {
    defect: 'An answer is compressed before anybody has asked for it twice',
    file: 'src/server/answer-writer.ts',
    find: "const isNew = result === 'miss' || result === 'none';",
    replace: 'const isNew = false;',
    specs: ['src/server/answer-writer.spec.ts'],
  },
  {
    defect: 'Clients that do not read may keep any number of large answers in memory',
    file: unsent,
    find: 'if (this.bytes + byteLength > this.most) return false;',
    replace: '',
    specs: [unsentSpec],
  },
  {
    defect: 'The room of large answers is never given back',
    file: unsent,
    find: "response.once('close', () => (this.bytes -= byteLength));",
    replace: '',
    specs: [unsentSpec],
  },
  {
    defect: 'Small answers, too, are refused while large ones are unread',
    file: unsent,
    find: 'byteLength < smallest',
    replace: 'false',
    specs: [unsentSpec],
  },
  {
    defect: 'A HEAD takes the room of a large answer',
    file: 'src/server/answer-writer.ts',
    find: "request.method !== 'HEAD' && !this.unsent",
    replace: '!this.unsent',
    specs: [unsentSpec],
  },
  {
    defect: 'The texts of markers have no bound',
    file: 'src/events/events.repository.ts',
    find: 'm.bytes <= ${bytes}',
    replace: '(m.bytes <= ${bytes} OR TRUE)',
    specs: [eventsSpec],
  },
  {
    defect: 'The texts of markers are counted in characters',
    file: 'src/events/events.repository.ts',
    find: 'COALESCE(octet_length(k.description), 0)',
    replace: 'COALESCE(length(k.description), 0)',
    specs: [eventsSpec],
  },
  {
    defect: 'An event tells of texts of five megabytes',
    file: 'src/events/events.service.ts',
    find: 'mostMarkerBytes = 500_000',
    replace: 'mostMarkerBytes = 5_000_000',
    specs: ['test/e2e/events.e2e-spec.ts', 'src/events/events.service.spec.ts'],
  },
  {
    defect: 'There may be as many connections as the system lets a process have files',
    file: connections,
    find: 'Math.max(files - reserved, Math.floor(files / 2))',
    replace: 'files',
    specs: connectionsSpecs,
  },
  {
    defect: 'MAX_CONNECTIONS is not heeded',
    file: connections,
    find: 'maxConnections ?? connectionsWithin(readLimit())',
    replace: 'connectionsWithin(readLimit())',
    specs: connectionsSpecs,
  },
  {
    defect: 'A connection too many is closed without a line in the log',
    file: connections,
    find: 'faults.warn(fields,',
    replace: 'void (fields,',
    specs: connectionsSpecs,
  },
  {
    defect: 'A long Accept-Encoding is kept in memory',
    file: 'src/response-cache/accepted-encoding.ts',
    find: 'if (header.length > longestRemembered) return best as Encoding;',
    replace: '',
    specs: ['src/response-cache/accepted-encoding.spec.ts'],
  },
];
