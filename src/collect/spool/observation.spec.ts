import { decodeObservation, encodeObservation, observationInput, packPiece } from './observation.js';
import { ObservedStream } from '../platforms/platform.js';

it('contains all data of its streams after it was stored in a file', async () => {
  const stream: ObservedStream = {
    ...{ id: '7', user_id: '71', user_login: 'ann', user_name: 'Ann' },
    ...{ started_at: '2026-01-10T00:00:00.000Z', viewer_count: 5 },
    ...{ title: 'Tab\tand\nnew line', tags: ['한국어'] },
  };
  const stored = encodeObservation({
    head: { kind: 'sweep', at: '2026-01-10T01:00:00.000Z' },
    pieces: [packPiece([{ shape: 'stream', item: stream }])],
  });
  const imported: string[] = [];
  for await (const records of observationInput('twitch', decodeObservation(stored)).read(() => {})) {
    imported.push(...records.map(({ record }) => JSON.stringify(record)));
  }
  expect(imported).toHaveLength(2);
  expect(imported[1]).toContain(JSON.stringify(stream.title));
  expect(imported[1]).toContain('한국어');
});

it('packs small pieces into small buffers', () => {
  const pieces = Array.from({ length: 100 }, (_, index) =>
    packPiece([{ shape: 'unreadable', item: { id: `${index}` } }]),
  );
  const memory = [...new Set(pieces.map(({ buffer }) => buffer))].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(memory).toBeLessThan(100_000);
});
