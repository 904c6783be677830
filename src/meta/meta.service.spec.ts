import { ServiceUnavailableException } from '@nestjs/common';
import { DatabaseProbe, MigrationState } from '../database/reads/database-probe.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { BoardRow, MetaRepository } from './meta.repository.js';
import { MetaService } from './meta.service.js';

function serviceOf(
  findState: () => Promise<MigrationState>,
  lifecycle = new Lifecycle(),
  board: BoardRow | null = null,
): MetaService {
  const repository = {
    listDataSummary: async () => [],
    findBoard: async () => board,
    listBoards: async () => [],
    listSweeps: async () => [],
    listFailures: () => Promise.resolve([]),
  };
  const probe = { findState } as unknown as DatabaseProbe;
  return new MetaService(repository as unknown as MetaRepository, lifecycle, probe);
}

describe('MetaService', () => {
  it('returns no coverage for a board that the previous release created', async () => {
    const open = { tracked_since: null, last_seen_at: null, sample_count: null, largest_gap_seconds: null };
    const board = { refreshed_at: '2026-10-01T12:00:00.000Z', entry_count: 2, ...open };
    const { coverage } = await serviceOf(async () => 'applied', new Lifecycle(), board).findStatus();
    expect(coverage).toEqual({ ...open, sample_count: 0 });
  });

  it('is not ready if the database is unreachable, and keeps the cause', async () => {
    const cause = new Error('connect ECONNREFUSED');
    const service = serviceOf(() => Promise.reject(cause));
    const error: unknown = await service.checkReadiness().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ServiceUnavailableException);
    expect(error).toMatchObject({ message: 'The database is unreachable.', cause });
  });

  it('is not ready if the database requires a password that the service does not have', async () => {
    const cause = new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string');
    await expect(serviceOf(() => Promise.reject(cause)).checkReadiness()).rejects.toThrow(
      'The database rejects the connection: a password is required.',
    );
  });

  it.each([
    ['missing', 'The database lacks tables that this version requires. Run "npm run db:migrate".'],
    ['locked', 'Cannot check the database tables, because the migrations table is locked.'],
    ['unreadable', 'The database user of this service has no privilege to read the tables.'],
  ] as const)('is not ready if the newest migration is %s', async (state, message) => {
    await expect(serviceOf(async () => state).checkReadiness()).rejects.toEqual(
      new ServiceUnavailableException(message),
    );
  });

  it('is not ready if the database does not respond within a second', async () => {
    const startedAtMs = performance.now();
    const service = serviceOf(() => new Promise(() => {}));
    await expect(service.checkReadiness()).rejects.toThrow('The database is unreachable.');
    expect(performance.now() - startedAtMs).toBeLessThan(10_000);
  });

  it('is not ready during shutdown, and does not query the database', async () => {
    const lifecycle = new Lifecycle();
    const findState = jest.fn(async () => 'applied' as const);
    const service = serviceOf(findState, lifecycle);
    await service.checkReadiness();
    lifecycle.isDraining = true;
    await expect(service.checkReadiness()).rejects.toEqual(
      new ServiceUnavailableException('The service is shutting down.'),
    );
    expect(findState).toHaveBeenCalledTimes(1);
  });
});
