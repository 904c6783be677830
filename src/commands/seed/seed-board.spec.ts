import { seedData } from './seed-data.js';
import { StreamRecord } from './seed-records.js';

const NOW = new Date('2026-11-21T09:41:00.000Z');
const HOUR_MS = 60 * 60_000;
const WINDOW_MS = 30 * 24 * HOUR_MS;

const data = seedData(NOW);

interface Row {
  id: string;
  watchtime: number;
  averageviewers: number;
  followers: number;
  followergain: number;
  peakviewers: number;
}

const METRICS = ['watchtime', 'averageviewers', 'followers', 'followergain', 'peakviewers'] as const;

/** The board at a moment after seeding, worked out from the rows; streams with figures of their own are enough. */
function boardAt(at: Date): Map<string, Row> {
  const from = at.getTime() - WINDOW_MS;
  const board = new Map<string, Row>();
  for (const { id } of data.streamers) {
    const streams = data.streams.filter((row) => row.streamer_id === id && Date.parse(row.started_at) >= from);
    if (streams.length > 0) board.set(id, { id, ...viewersOf(streams), ...followersOf(id, from) });
  }
  return board;
}

function viewersOf(streams: StreamRecord[]) {
  const known = streams.filter((stream) => stream.avg_viewers !== undefined);
  const minutes = known.map(
    (row) => (Date.parse(row.ended_at ?? NOW.toISOString()) - Date.parse(row.started_at)) / 60_000,
  );
  const weighed = known.reduce((sum, row, index) => sum + (row.avg_viewers ?? 0) * (minutes[index] ?? 0), 0);
  const allMinutes = minutes.reduce((sum, each) => sum + each, 0);
  return {
    watchtime: streams.reduce((sum, row) => sum + (row.watchtime ?? 0), 0),
    averageviewers: allMinutes === 0 ? 0 : Math.round(weighed / allMinutes),
    peakviewers: Math.max(0, ...streams.map((row) => row.peak_viewers ?? 0)),
  };
}

function followersOf(streamerId: string, from: number) {
  const points = data.follower_points
    .filter((row) => row.streamer_id === streamerId)
    .toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
  const inWindow = points.filter((row) => Date.parse(row.created_at) >= from);
  return {
    followers: points.at(-1)?.followers ?? 0,
    followergain: (inWindow.at(-1)?.followers ?? 0) - (inWindow[0]?.followers ?? 0),
  };
}

function idsWith(board: Map<string, Row>, metric: (typeof METRICS)[number], value: number): string[] {
  return [...board.values()].filter((row) => row[metric] === value).map((row) => row.id);
}

describe('the board of the seed', () => {
  const board = boardAt(NOW);

  it('has more than 205 entries', () => {
    expect(board.size).toBeGreaterThan(205);
  });

  it.each([
    ['watchtime', 216_000, 311, 4],
    ['averageviewers', 444, 315, 4],
    ['peakviewers', 1_234, 319, 4],
    ['followers', 50_000, 323, 4],
    ['followergain', 250, 327, 3],
    ['followergain', -75, 330, 3],
  ] as const)('has streamers equal in %s at %d, and in nothing else', (metric, value, first, count) => {
    const ids = Array.from({ length: count }, (_, index) => String(100_000_000 + first + index));
    expect(idsWith(board, metric, value)).toEqual(expect.arrayContaining(ids));
    for (const other of METRICS.filter((name) => name !== metric)) {
      expect(new Set(ids.map((id) => board.get(id)?.[other])).size).toBe(count);
    }
  });

  it('has two streamers equal in every metric', () => {
    expect({ ...board.get('100000334'), id: '' }).toEqual({ ...board.get('100000333'), id: '' });
  });

  it.each(['watchtime', 'averageviewers', 'peakviewers'] as const)(
    'has more streamers equal in %s than fit on a page of 50',
    (metric) => {
      const value = board.get('100000251')?.[metric] as number;
      expect(idsWith(board, metric, value).length).toBeGreaterThan(50);
    },
  );

  it('has gains below, at and above zero', () => {
    const gains = [...board.values()].map((row) => Math.sign(row.followergain));
    for (const sign of [-1, 0, 1]) expect(gains.filter((gain) => gain === sign).length).toBeGreaterThan(10);
  });

  it('is led by the streamer whose watchtime is above 2^32', () => {
    const [top] = [...board.values()].toSorted((a, b) => b.watchtime - a.watchtime);
    expect(top?.id).toBe('100000002');
    expect(top?.watchtime).toBeGreaterThan(2 ** 32);
  });

  it('stays the same for a day but for streamers at an edge of the window', () => {
    const atAnEdge = ['100000031', '100000055', '100000056', '100000057'];
    const nextDay = boardAt(new Date(NOW.getTime() + 24 * HOUR_MS));
    const changed = [...board.values()].filter((row) => JSON.stringify(nextDay.get(row.id)) !== JSON.stringify(row));
    expect(changed.map((row) => row.id)).toEqual(atAnEdge);
  });
});
