import { toViewerPoint } from './viewer-point.response.js';

it.each([
  [0, '00:00:00'],
  [60, '00:01:00'],
  [3_599, '00:59:59'],
  [3_600, '01:00:00'],
  [86_400, '24:00:00'],
  [359_940, '99:59:00'],
  [3_600_000, '1000:00:00'],
])('writes an offset of %d seconds as %s', (offset_seconds, timestamp) => {
  const point = { viewers: 7, created_at: '2026-10-01T12:00:00.000Z' };
  expect(toViewerPoint({ ...point, offset_seconds })).toEqual({ ...point, timestamp });
});
