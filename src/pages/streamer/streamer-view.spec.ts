import { knownSince } from './streamer-view.js';

describe('the start of knowledge', () => {
  const now = Date.parse('2026-11-26T00:00:00Z');
  const at = (day: string) => ({ started_at: `2026-${day}T00:00:00Z` });
  const dayOf = (...lists: { started_at: string }[][]) =>
    new Date(knownSince('2025-01-01T00:00:00Z', now, ...lists)).toISOString().slice(0, 10);

  it('is the first of all streams or the start of watching, and now without data', () => {
    expect(dayOf([at('11-01')])).toBe('2025-01-01');
    expect(knownSince(null, now)).toBe(now);
  });

  it('is the first stream of a list that is cut to the newest streams', () => {
    expect(dayOf(Array.from({ length: 2_000 }, () => at('06-01')))).toBe('2026-06-01');
  });
});
