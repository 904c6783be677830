import { ServiceUnavailableException } from '@nestjs/common';
import { DatabaseProbe, MigrationState } from '../database/database-probe.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { version } from '../version.js';
import { BoardRow, DataSummaryRow, MetaRepository } from './meta.repository.js';
import { MetaService } from './meta.service.js';

function serviceOf(
  summary: DataSummaryRow[],
  board: BoardRow | null,
  findState: () => Promise<MigrationState> = async () => 'applied',
  lifecycle = new Lifecycle(),
): MetaService {
  const repository = { listDataSummary: async () => summary, findBoard: async () => board };
  const probe = { findState } as unknown as DatabaseProbe;
  return new MetaService(repository as unknown as MetaRepository, lifecycle, probe);
}

const none = {
  streamers: 0,
  streams: 0,
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
    });
  });

  it('answers the count of each kind, the newest moment of all, and the board', async () => {
    const summary = [
      { kind: 'streamers', rowCount: 3n, newest: null },
      { kind: 'streams', rowCount: 2n ** 33n, newest: new Date('2026-09-30T00:00:00Z') },
      { kind: 'follower_points', rowCount: 7n, newest: new Date('2026-10-01T00:00:00Z') },
      { kind: 'panels', rowCount: 1n, newest: new Date('2026-09-29T00:00:00Z') },
    ];
    const board = { refreshedAt: new Date('2026-10-01T12:00:00Z'), entryCount: 2 };
    await expect(serviceOf(summary, board).findStatus()).resolves.toEqual({
      version,
      rows: { ...none, streamers: 3, streams: 2 ** 33, follower_points: 7, panels: 1 },
      newest_data_at: '2026-10-01T00:00:00.000Z',
      leaderboard_refreshed_at: '2026-10-01T12:00:00.000Z',
      leaderboard_entries: 2,
    });
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
    expect(performance.now() - startedAtMs).toBeLessThan(2_000);
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
