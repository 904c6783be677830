const nesting = 'src/commands/import/nesting.ts';
const csv = 'src/commands/import/formats/csv.ts';
const pages = 'src/commands/import/helix/pages.ts';
const pageReader = 'src/commands/import/helix/page-reader.ts';
const files = 'src/commands/import/files.ts';
const rejects = 'src/commands/import/rejects.ts';
const escaping = 'src/commands/import/escape-controls.ts';

const floodsSpec = 'test/integration/import-floods.int-spec.ts';

/** Import files that are made to harm. */
export default [
  {
    defect: 'A value that is nested 100,000 deep ends the import',
    file: nesting,
    find: 'mostLevels = 100',
    replace: 'mostLevels = 100_000_000',
    specs: [floodsSpec],
  },
  {
    defect: 'A value that is nested as deep as it may be is refused',
    file: nesting,
    find: 'mostLevels = 100',
    replace: 'mostLevels = 99',
    specs: [floodsSpec],
  },
  {
    defect: 'A page of Helix may be nested as deep as it likes',
    file: pages,
    find: 'if (isTooDeep(value))',
    replace: 'if (false)',
    specs: [floodsSpec],
  },
  {
    defect: 'What is nested too deep stands in full in the file of rejects',
    file: 'src/commands/import/formats/ndjson.ts',
    find: 'tooDeep, cutLongLine(text)',
    replace: 'tooDeep, text',
    specs: [floodsSpec],
  },
  {
    defect: 'A record of CSV that has nothing but commas may be as long as it likes',
    file: csv,
    find: 'this.unfinishedBytes > longestRecordBytes',
    replace: 'false',
    specs: [floodsSpec],
  },
  {
    defect: 'A record of CSV that is too long stands in full in the file of rejects',
    file: csv,
    find: 'bytes > longestLineBytes',
    replace: 'false',
    specs: ['src/commands/import/formats/csv.spec.ts'],
  },
  {
    defect: 'A page of Helix in many lines is parsed with each of them',
    file: pageReader,
    find: "if (this.part !== 'page' || this.isInText)",
    replace: "if (this.part !== 'page' || parse(this.buffer.bytes.toString('utf8', this.start, end)) !== undefined)",
    specs: [floodsSpec],
  },
  {
    defect: 'A page of Helix may have any number of lines',
    file: pageReader,
    find: 'this.line - this.startLine >= mostPageLines',
    replace: 'false',
    specs: [floodsSpec],
  },
  {
    defect: 'An import takes any number of bad records',
    file: rejects,
    find: 'this.count === this.most',
    replace: 'false',
    specs: [floodsSpec],
  },
  {
    defect: 'An import takes a million bad records unless told otherwise',
    file: rejects,
    find: 'usualMost = 100_000',
    replace: 'usualMost = 1_000_000',
    specs: [floodsSpec],
  },
  {
    defect: 'One bad record less than --max-rejects stops the import',
    file: rejects,
    find: 'this.count === this.most',
    replace: 'this.count === this.most - 1',
    specs: [floodsSpec],
  },
  {
    defect: 'A device without an end is read',
    file: files,
    find: 'if (stats.isFile() || stats.isFIFO() || stats.isDirectory()) return stats;',
    replace: 'if (stats) return stats;',
    specs: [floodsSpec],
  },
  {
    defect: 'A pipe is refused',
    file: files,
    find: 'stats.isFIFO() || ',
    replace: '',
    specs: [floodsSpec],
  },
  {
    defect: 'The name of a file may control the terminal',
    file: escaping,
    find: String.raw`\p{Cc}`,
    replace: '',
    specs: [floodsSpec],
  },
  {
    defect: 'The name of a file may turn the direction of a line',
    file: escaping,
    find: String.raw`\p{Bidi_Control}`,
    replace: '',
    specs: [floodsSpec],
  },
  {
    defect: 'The name of a file with a bad record may control the terminal',
    file: 'src/commands/import/report.ts',
    find: "return escapeControls(`${file}:${line}: ${property === null ? '' : `${property}: `}${reason}`);",
    replace: "return `${file}:${line}: ${property === null ? '' : `${property}: `}${reason}`;",
    specs: [floodsSpec],
  },
];
