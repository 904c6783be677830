import {
  decodeObservation,
  encodeObservation,
  Observation,
  observationInput,
  packPiece,
  sweptLines,
} from './observation.js';
import { LiveStream } from './platform.js';

const stream: LiveStream = {
  ...{ id: '7', channelId: '71', login: 'ann', displayName: 'Ann', startedAt: '2026-01-10T00:00:00.000Z', viewers: 5 },
  ...{ title: 'Tab\tand\nnew line', gameName: 'Chess', tags: ['한국어'], thumbnail: '' },
};

const observe = (...streams: LiveStream[]) =>
  decodeObservation(
    encodeObservation({
      head: { kind: 'sweep', at: '2026-01-10T01:00:00.000Z', isComplete: true },
      pieces: [packPiece(streams.map((one) => ({ stream: one })))],
    }),
  );

const linesOf = (...streams: LiveStream[]) => Buffer.concat([...sweptLines(observe(...streams))]).toString();

const importedOf = async (isLeft: (id: string) => boolean, observation: Observation) => {
  const imported: string[] = [];
  for await (const records of observationInput(observation, isLeft).read(() => {})) {
    imported.push(...records.map(({ record }) => JSON.stringify(record)));
  }
  return imported;
};

it('writes a line with the same hash for a stream if only its viewers change', () => {
  const [, said] = linesOf(stream).split('\t');
  expect(linesOf(stream, { ...stream, viewers: 6 })).toBe(`7\t${said}\t5\n7\t${said}\t6\n`);
  expect(linesOf({ ...stream, title: 'Tab' })).not.toContain(said);
});

it.each([
  { id: 'f3', viewers: 5 },
  { id: '07', viewers: 5 },
  { id: '7', viewers: -1 },
  { id: '7', viewers: 1_000_001 },
])('writes no line for values that a followed stream cannot have, and imports them: %o', async (odd) => {
  expect(linesOf({ ...stream, ...odd })).toBe('');
  expect(await importedOf(() => false, observe({ ...stream, ...odd }))).toHaveLength(2);
});

it('imports the remaining streams completely', async () => {
  const records = await importedOf((id) => id === '7', observe(stream, { ...stream, id: '8' }));
  expect(records).toHaveLength(2);
  expect(records[1]).toContain(JSON.stringify(stream.title));
  expect(records[1]).toContain('한국어');
});
