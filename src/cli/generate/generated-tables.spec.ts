import { createHash } from 'node:crypto';
import { GenerateOptions, GenerateOptionsError } from './generate-options.js';
import { copyBytes } from './generated-table.js';
import { generatedTables } from './generated-tables.js';
import { StreamPlan } from './stream-plan.js';
import { StreamerPlan } from './streamer-plan.js';

const options: GenerateOptions = {
  streamers: 500,
  streamsPerStreamer: 8,
  viewerSamples: 10_000,
  followerPointsPerStreamer: 3,
  days: 90,
  seed: 1,
  now: new Date('2026-10-01T12:00:00Z'),
};

function hashes(changed: Partial<GenerateOptions> = {}): string[] {
  const { keyed, samples } = generatedTables({ ...options, ...changed });
  return [...keyed, ...samples.map(({ table }) => table)].map((table) => {
    const hash = createHash('sha256');
    for (const chunk of copyBytes(table)) hash.update(chunk);
    return hash.digest('hex').slice(0, 16);
  });
}

function streamsOf(changed: Partial<GenerateOptions>) {
  const all = { ...options, ...changed };
  const streams = new StreamPlan(new StreamerPlan(all), all);
  return Array.from({ length: streams.count }, (_, stream) => streams.at(stream));
}

describe('generatedTables', () => {
  it('makes the same bytes for the same options, on every machine', () => {
    expect(hashes()).toEqual(hashes());
    expect(hashes()).toMatchInlineSnapshot(`
      [
        "30adb0fb486c3e4b",
        "5b90396386144859",
        "27076d313d827bb8",
        "5699e621027f47c2",
        "647faf2e56f04450",
        "8818c3ed91a6c9f4",
        "6d2ef8eb64927b8c",
        "4c26a5fca94f6c8b",
        "865309a787984ef3",
      ]
    `);
  });

  it('makes other bytes for another seed', () => {
    const others = hashes({ seed: 2 });
    for (const hash of hashes()) expect(others).not.toContain(hash);
  });

  it('moves dates with now, and leaves streamers as they are', () => {
    const [streamers, streams] = hashes({ now: new Date('2026-10-01T12:01:00Z') });
    expect(streamers).toBe(hashes()[0]);
    expect(streams).not.toBe(hashes()[1]);
  });

  it('refuses more streams than fit into the days, and more samples than streams can have', () => {
    expect(() => generatedTables({ ...options, streamers: 1, streamsPerStreamer: 3000, days: 1 })).toThrow(
      GenerateOptionsError,
    );
    expect(() => generatedTables({ ...options, viewerSamples: 4_000_001 })).toThrow(
      '4000 streams can have 4000000 viewer samples',
    );
    expect(() => generatedTables({ ...options, streamsPerStreamer: 0 })).toThrow(GenerateOptionsError);
  });
});

describe('StreamPlan', () => {
  it.each([1, 2, 3, 4, 5, 8, 101])('lets none of %i streamers have two streams at once', (streamers) => {
    const ends = new Map<number, number>();
    let overlaps = 0;
    for (const { streamer, startedMs, endedMs } of streamsOf({ streamers, streamsPerStreamer: 90, days: 60 })) {
      if (startedMs < (ends.get(streamer) ?? 0)) overlaps += 1;
      ends.set(streamer, endedMs ?? options.now.getTime());
    }
    expect(overlaps).toBe(0);
    expect([...ends.keys()].every((streamer) => streamer >= 0 && streamer < streamers)).toBe(true);
  });

  it('orders streams by their start, all of them before now', () => {
    const starts = streamsOf({}).map(({ startedMs }) => startedMs);
    expect(starts).toEqual(starts.toSorted((a, b) => a - b));
    expect(starts.at(-1)).toBeLessThan(options.now.getTime());
  });

  it('lets some stream more often than others, and some not in the window of the leaderboard', () => {
    const windowFrom = options.now.getTime() - 30 * 24 * 60 * 60_000;
    const all = streamsOf({});
    const counts = new Map<number, number>();
    for (const { streamer } of all) counts.set(streamer, (counts.get(streamer) ?? 0) + 1);
    const active = new Set(all.filter(({ startedMs }) => startedMs >= windowFrom).map(({ streamer }) => streamer));
    expect(all).toHaveLength(4_000);
    expect(Math.max(...counts.values())).toBeGreaterThan(3 * Math.min(...counts.values()));
    expect(active.size).toBe(437);
  });

  it('has streams that are live at the end', () => {
    const live = streamsOf({}).filter(({ endedMs }) => endedMs === null);
    expect(live.length).toBeGreaterThan(0);
    expect(live.length).toBeLessThan(40);
  });
});
