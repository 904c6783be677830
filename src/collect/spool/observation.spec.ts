import { decodeObservation, encodeObservation, observationInput, packPiece } from './observation.js';
import { LiveStream } from '../platforms/platform.js';

it('contains all data of its streams after it was stored in a file', async () => {
  const stream: LiveStream = {
    ...{
      id: '7',
      channelId: '71',
      login: 'ann',
      displayName: 'Ann',
      startedAt: '2026-01-10T00:00:00.000Z',
      viewers: 5,
    },
    description: { title: 'Tab\tand\nnew line', tags: ['한국어'] },
  };
  const stored = encodeObservation({
    head: { kind: 'sweep', at: '2026-01-10T01:00:00.000Z', isComplete: true },
    pieces: [packPiece([{ stream }])],
  });
  const imported: string[] = [];
  for await (const records of observationInput(decodeObservation(stored)).read(() => {})) {
    imported.push(...records.map(({ record }) => JSON.stringify(record)));
  }
  expect(imported).toHaveLength(2);
  expect(imported[1]).toContain(JSON.stringify(stream.description.title));
  expect(imported[1]).toContain('한국어');
});
