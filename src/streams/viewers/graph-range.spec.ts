import { cutRange } from './graph-range.js';

describe('cutRange', () => {
  it('cuts both ends to whole intervals, also before 1970', () => {
    const range = { from: '2026-10-01T12:34:56.789Z', to: '1969-12-31T23:59:59.999Z' };
    expect(cutRange(range, 300)).toEqual({ from: '2026-10-01T12:30:00.000Z', to: '1969-12-31T23:55:00.000Z' });
    expect(cutRange(range, 3_600)).toEqual({ from: '2026-10-01T12:00:00.000Z', to: '1969-12-31T23:00:00.000Z' });
  });

  it('keeps an omitted bound undefined', () => {
    expect(cutRange({}, 60)).toEqual({ from: undefined, to: undefined });
  });
});
