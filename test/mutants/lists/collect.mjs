const folder = 'src/commands/collect';
const sweep = `${folder}/sweep.ts`;
const shapes = `${folder}/twitch/shapes.ts`;
const points = `${folder}/twitch/points.ts`;

const sweepSpec = `${folder}/sweep.spec.ts`;
const shapesSpec = `${folder}/twitch/shapes.spec.ts`;
const pointsSpec = `${folder}/twitch/points.spec.ts`;
const clientSpec = `${folder}/twitch/helix-client.spec.ts`;

export default [
  {
    defect: 'A sweep with an odd stream ends the streams that it lacks',
    file: sweep,
    find: 'failure ??= run.flaw;',
    replace: '',
    specs: [sweepSpec],
  },
  {
    defect: 'An empty page in the middle is the end of the list',
    file: sweep,
    find: 'page.items.length > 0 && page.items.every',
    replace: 'page.items.every',
    specs: [sweepSpec],
  },
  {
    defect: 'A sweep has the moment of its end',
    file: sweep,
    find: 'this.at ??= this.moment();',
    replace: 'this.at = this.moment();',
    specs: [sweepSpec],
  },
  {
    defect: 'Streams that nobody asked for are stored',
    file: shapes,
    find: 'if (asked) checkAsked(item, asked);',
    replace: '',
    specs: [shapesSpec],
  },
  {
    defect: 'A cursor that is not a text is the end of the list',
    file: shapes,
    find: 'if (!isText(cursor) || cursor.length > longestCursor) return undefined;',
    replace: "if (!isText(cursor) || cursor.length > longestCursor) return answered && { ...answered, cursor: '' };",
    specs: [shapesSpec],
  },
  {
    defect: 'A reset years ahead is waited for',
    file: points,
    find: 'waitMs > 0 && waitMs <= longestWaitMs',
    replace: 'waitMs > 0',
    specs: [pointsSpec],
  },
  {
    defect: 'A packed body is read to its end',
    file: `${folder}/twitch/exchange.ts`,
    find: 'bytes > mostBytes',
    replace: 'bytes < 0',
    specs: [`${folder}/twitch/exchange.spec.ts`],
  },
  {
    defect: 'A refusal shows the token',
    file: `${folder}/twitch/helix-client.ts`,
    find: 'peerText(words, secrets)',
    replace: 'peerText(words)',
    specs: [clientSpec],
  },
  {
    defect: 'A malformed name hides the names in its request',
    file: `${folder}/ask-by-halves.ts`,
    find: 'if (values.length === 1)',
    replace: 'if (values.length >= 1)',
    specs: [`${folder}/watch-list.spec.ts`],
  },
  {
    defect: 'One refused sweep ends the collector',
    file: `${folder}/collector.ts`,
    find: 'mostRefusedSweeps = 5',
    replace: 'mostRefusedSweeps = 1',
    specs: ['test/integration/collect.int-spec.ts'],
  },
];
