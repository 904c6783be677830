const merge = 'src/commands/import/merge.ts';
const columns = 'src/commands/import/kinds/column-types.ts';
const kind = 'src/commands/import/kinds/kind.ts';
const dates = 'src/commands/import/kinds/date-cell.ts';
const csv = 'src/commands/import/formats/csv.ts';
const bytes = 'src/commands/import/formats/bytes.ts';
const links = 'src/partners/panel-url.ts';
const grown = 'src/commands/analyze-grown-tables.ts';

const importSpec = 'test/integration/import.int-spec.ts';
const badInputSpec = 'test/integration/import-command.int-spec.ts';
const eventsSpec = 'test/integration/import-events.int-spec.ts';
const columnsSpec = 'src/commands/import/kinds/column-types.spec.ts';
const kindsSpec = 'src/commands/import/kinds/kinds.spec.ts';
const datesSpec = 'src/commands/import/kinds/date-cell.spec.ts';
const csvSpec = 'src/commands/import/formats/csv.spec.ts';
const linksSpec = 'src/partners/panel-url.spec.ts';
const grownSpec = 'test/integration/grown-tables.int-spec.ts';

export default [
  {
    defect: 'Of a key that is twice in one file, and stored already, the first line counts',
    file: merge,
    find: 'ORDER BY ${key}, s.origin DESC`);',
    replace: 'ORDER BY ${key}, s.origin`);',
    specs: [importSpec],
  },
  {
    defect: 'Of a key that is twice in one file, and new in its series, the first line counts',
    file: merge,
    find: 'ORDER BY ${key}, s.origin DESC`;',
    replace: 'ORDER BY ${key}, s.origin`;',
    specs: [importSpec],
  },
  {
    defect: 'Of rows with one key none is left',
    file: merge,
    find: 's.origin < k.last',
    replace: 's.origin <= k.last',
    specs: [importSpec],
  },
  {
    defect: 'A value that becomes null, or was null, does not count as changed',
    file: merge,
    find: ')}) IS DISTINCT FROM ROW(',
    replace: ')}) <> ROW(',
    specs: [importSpec],
  },
  {
    defect: 'A login that two lines name belongs to nobody',
    file: 'src/commands/import/kinds/streamers.ts',
    find: 's.origin < claimed.last',
    replace: 's.origin <= claimed.last',
    specs: [importSpec],
  },
  {
    defect: 'A stream that ends when it starts is refused',
    file: kind,
    find: 'cell >= limit',
    replace: 'cell > limit',
    specs: [kindsSpec],
  },
  {
    defect: 'A mean that equals the peak is refused',
    file: kind,
    find: 'Number(cell) > Number(limit)',
    replace: 'Number(cell) >= Number(limit)',
    specs: [kindsSpec],
  },
  {
    defect: 'A property with a misspelt name is lost without a word',
    file: kind,
    find: 'if (!names.has(name))',
    replace: 'if (false)',
    specs: [kindsSpec],
  },
  {
    defect: 'An id beyond 64 bits reaches PostgreSQL',
    file: columns,
    find: 'value.length < largestId.length || value <= largestId',
    replace: 'true',
    specs: [columnsSpec],
  },
  {
    defect: 'A login keeps its capitals',
    file: columns,
    find: 'return value.toLowerCase();',
    replace: 'return value;',
    specs: [columnsSpec],
  },
  {
    defect: 'Counts of 2^53 and more are taken',
    file: columns,
    find: ' && value <= largestCount',
    replace: '',
    specs: [columnsSpec],
  },
  {
    defect: 'Ids of a list are sorted as texts',
    file: columns,
    find: 'a.length - b.length || ',
    replace: '',
    specs: [columnsSpec, kindsSpec, eventsSpec],
  },
  {
    defect: 'The year 2100 has a 29 February',
    file: dates,
    find: ' && year % 100 !== 0',
    replace: '',
    specs: [datesSpec],
  },
  {
    defect: 'A zone east of Greenwich is taken for one to the west',
    file: dates,
    find: "sign === '+' ?",
    replace: "sign !== '+' ?",
    specs: [datesSpec],
  },
  {
    defect: 'A record with more fields than the header is taken',
    file: csv,
    find: 'fields.length !== header.length',
    replace: 'fields.length < header.length',
    specs: [csvSpec],
  },
  {
    defect: 'Lines within a quoted field are not counted',
    file: csv,
    find: '1 + fields.reduce((sum, field) => sum + linesIn(field), 0)',
    replace: '1',
    specs: [csvSpec],
  },
  {
    defect: 'An empty field of CSV is an empty text',
    file: csv,
    find: "text === '' ? null",
    replace: "text === '-' ? null",
    specs: [csvSpec],
  },
  {
    defect: 'What follows the end of gzip data is lost without a word',
    file: bytes,
    find: 'unpacker.bytesWritten < given',
    replace: 'false',
    specs: [badInputSpec],
  },
  {
    defect: 'A byte order mark is part of the first record',
    file: bytes,
    find: 'start.indexOf(byteOrderMark) === 0 ? byteOrderMark.length : 0',
    replace: '0',
    specs: ['src/commands/import/formats/ndjson.spec.ts', csvSpec],
  },
  {
    defect: 'A line that is too long is read',
    file: 'src/commands/import/formats/lines.ts',
    find: 'bytes.length > longestLineBytes) {\n    const start',
    replace: 'bytes.length > 2 * longestLineBytes) {\n    const start',
    specs: ['src/commands/import/formats/ndjson.spec.ts', badInputSpec],
  },
  {
    defect: 'Parameters that track readers make links different',
    file: links,
    find: 'utm_[^=]*|',
    replace: '',
    specs: [linksSpec],
  },
  {
    defect: 'Subdomains of a social network are partners',
    file: 'src/partners/not-commercial.ts',
    find: 'name = parentOf(name)',
    replace: "name = ''",
    specs: [linksSpec],
  },
  {
    defect: 'Hosts below a private suffix such as github.io are domains of their own',
    file: links,
    find: 'allowPrivateDomains: false',
    replace: 'allowPrivateDomains: true',
    specs: [linksSpec],
  },
  {
    defect: 'A record that leaves a reference open is refused',
    file: 'src/commands/import/references.ts',
    find: '${id} IS NOT NULL AND ',
    replace: '',
    specs: [eventsSpec],
  },
  {
    defect: 'Rejects are written over those of an earlier import',
    file: 'src/commands/import/rejects.ts',
    find: "'wx'",
    replace: "'w'",
    specs: ['src/commands/import/reject-log.spec.ts'],
  },
  {
    defect: 'A dry run imports',
    file: 'src/commands/import/importer.ts',
    find: 'committed: !isStopped() && !options.dryRun',
    replace: 'committed: !isStopped()',
    specs: [importSpec],
  },
  {
    defect: 'The newest moment of a kind goes back when older rows are imported',
    file: 'src/commands/import/data-summary.ts',
    find: 'greatest(d.newest, excluded.newest)',
    replace: 'excluded.newest',
    specs: [importSpec],
  },
  {
    defect: 'An event that is moved keeps its figures',
    file: 'src/commands/import/kinds/events.ts',
    find: 'WHERE e.id = s.id AND ROW',
    replace: 'WHERE FALSE AND ROW',
    specs: [eventsSpec],
  },
  {
    defect: 'A stream that a collaboration no longer has stays in it',
    file: 'src/commands/import/kinds/colab-sessions.ts',
    find: 'AND NOT (t.stream_id = ANY (s.stream_ids))',
    replace: 'AND FALSE',
    specs: [eventsSpec],
  },
  {
    defect: 'Statistics are renewed of tables that have not grown, and of no other',
    file: grown,
    find: 'AND pg_relation_size(c.oid) > greatest',
    replace: 'AND pg_relation_size(c.oid) < greatest',
    specs: [grownSpec],
  },
  {
    defect: 'An import leaves the statistics of what it has filled as they were',
    file: 'src/commands/import/importer.ts',
    find: 'if (!isStopped() && !options.dryRun) await analyzeGrownTables(this.client);',
    replace: '',
    specs: [grownSpec],
  },
  {
    defect: 'A refresh leaves the statistics of a board that has grown as they were',
    file: 'src/commands/refresh/refresh-leaderboard.ts',
    find: 'if (!skipped) await analyzeGrownTables(client);',
    replace: '',
    specs: [grownSpec],
  },
];
