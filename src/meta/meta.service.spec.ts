import { ServiceUnavailableException } from '@nestjs/common';
import { DatabaseProbe, MigrationState } from '../database/database-probe.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { version } from '../version.js';
import { BoardRow, DataSummaryRow, MetaRepository, SweepsRow } from './meta.repository.js';
import { MetaService } from './meta.service.js';

function serviceOf(
  summary: DataSummaryRow[],
  board: BoardRow | null,
  findState: () => Promise<MigrationState> = async () => 'applied',
  lifecycle = new Lifecycle(),
  sweeps: SweepsRow | null = null,
): MetaService {
  const repository = {
    listDataSummary: async () => summary,
    findBoard: async () => board,
    findSweeps: async () => sweeps,
  };
  const probe = { findState } as unknown as DatabaseProbe;
  return new MetaService(repository as unknown as MetaRepository, lifecycle, probe);
}

const unknown = { tracked_since: null, last_seen_at: null, sample_count: 0, largest_gap_seconds: null };
const none = {
  streamers: 0,
  streams: 0,
  stream_changes: 0,
  viewer_samples: 0,
  follower_points: 0,
  message_stats: 0,
  panels: 0,
  events: 0,
  event_streams: 0,
  event_markers: 0,
  colab_sessions: 0,
};

describe('MetaService', () => {
  it('answers zeros and nulls when there is no data', async () => {
    await expect(serviceOf([], null).findStatus()).resolves.toEqual({
      version,
      rows: none,
      newest_data_at: null,
      leaderboard_refreshed_at: null,
      leaderboard_entries: 0,
      coverage: unknown,
      collected_since: null,
      collected_at: null,
    });
  });

  it('answers the count of each kind, the newest moment of all, the board and the sweeps', async () => {
    const summary = [
      { kind: 'streamers', rowCount: 3n, newest: null },
      { kind: 'streams', rowCount: 2n ** 33n, newest: new Date('2026-09-30T00:00:00Z') },
      { kind: 'follower_points', rowCount: 7n, newest: new Date('2026-10-01T00:00:00Z') },
      { kind: 'panels', rowCount: 1n, newest: new Date('2026-09-29T00:00:00Z') },
    ];
    const board = {
      refreshed_at: '2026-10-01T12:00:00.000Z',
      entry_count: 2,
      tracked_since: '2026-09-01T00:00:00.000Z',
      last_seen_at: '2026-10-01T11:00:00.000Z',
      sample_count: 2 ** 33,
      largest_gap_seconds: 300,
    };
    const sweeps = { since: new Date('2026-09-01T00:00:00Z'), sweptAt: new Date('2026-10-01T00:01:00Z') };
    await expect(serviceOf(summary, board, undefined, undefined, sweeps).findStatus()).resolves.toEqual({
      version,
      rows: { ...none, streamers: 3, streams: 2 ** 33, follower_points: 7, panels: 1 },
      newest_data_at: '2026-10-01T00:00:00.000Z',
      leaderboard_refreshed_at: '2026-10-01T12:00:00.000Z',
      leaderboard_entries: 2,
      coverage: {
        tracked_since: '2026-09-01T00:00:00.000Z',
        last_seen_at: '2026-10-01T11:00:00.000Z',
        sample_count: 2 ** 33,
        largest_gap_seconds: 300,
      },
      collected_since: '2026-09-01T00:00:00.000Z',
      collected_at: '2026-10-01T00:01:00.000Z',
    });
  });

  it('answers no coverage of a board that the previous release made', async () => {
    const open = { tracked_since: null, last_seen_at: null, sample_count: null, largest_gap_seconds: null };
    const board = { refreshed_at: '2026-10-01T12:00:00.000Z', entry_count: 2, ...open };
    await expect(serviceOf([], board).findStatus()).resolves.toMatchObject({ coverage: unknown });
  });

  it('is ready when the database has the newest migration', async () => {
    await expect(serviceOf([], null).checkReadiness()).resolves.toBeUndefined();
  });

  it('is not ready when the database does not, and keeps the reason as the cause', async () => {
    const cause = new Error('connect ECONNREFUSED');
    const service = serviceOf([], null, () => Promise.reject(cause));
    const error: unknown = await service.checkReadiness().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceUnavailableException);
    expect(error).toMatchObject({ message: 'The database is out of reach.', cause });
  });

  it('is not ready when the database wants a password that the service does not have', async () => {
    const cause = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    await expect(serviceOf([], null, () => Promise.reject(cause)).checkReadiness()).rejects.toThrow(
      'The database refuses this service: a password is required.',
    );
  });

  it.each([
    ['missing', 'The database lacks the tables of this version: run "npm run db:migrate".'],
    [
      'locked',
      'The database does not tell whether it has the tables of this version: its table of migrations is locked.',
    ],
    ['unreadable', 'The database does not let the user of this service read its tables.'],
  ] as const)('is not ready when the newest migration is %s', async (state, message) => {
    await expect(serviceOf([], null, async () => state).checkReadiness()).rejects.toEqual(
      new ServiceUnavailableException(message),
    );
  });

  it('is not ready when the database says nothing for a second', async () => {
    const startedAtMs = performance.now();
    const service = serviceOf([], null, () => new Promise(() => {}));
    await expect(service.checkReadiness()).rejects.toThrow('The database is out of reach.');
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });

  it('is not ready from when it is to end, whatever the database says, and does not ask it', async () => {
    const lifecycle = new Lifecycle();
    const findState = jest.fn(async () => 'applied' as const);
    const service = serviceOf([], null, findState, lifecycle);
    await service.checkReadiness();
    lifecycle.isDraining = true;
    await expect(service.checkReadiness()).rejects.toEqual(
      new ServiceUnavailableException('The service is shutting down.'),
    );
    expect(findState).toHaveBeenCalledTimes(1);
  });
});
