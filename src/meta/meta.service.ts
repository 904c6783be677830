import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, ServiceUnavailableException } from '@nestjs/common';
import { PlatformName, platforms } from '../config/platforms.js';
import { withLocalCommands } from '../config/with-local-commands.js';
import { explainRefusal } from '../database/reads/connection-lost.js';
import { DatabaseProbe } from '../database/reads/database-probe.js';
import { safeNumber } from '../database/row-types.js';
import { Lifecycle } from '../lifecycle/lifecycle.js';
import { Coverage } from '../http/query/coverage.response.js';
import { version } from '../version.js';
import { CollectedPlatform, RowCounts, Status } from './dto/status.response.js';
import { DataState } from './data-state.js';
import { BoardRow, DataSummaryRow, MetaRepository, SweepsRow } from './meta.repository.js';

// Load balancers need a fast response.
const responseMs = 1_000;

const notReady = {
  missing: 'The database lacks tables that this version requires. Run "npm run db:migrate".',
  locked: 'Cannot check the database tables, because the migrations table is locked.',
  unreadable: 'The database user of this service has no privilege to read the tables.',
  filtered:
    'Row level security hides rows from the database user of this service. Run ALTER TABLE ... DISABLE ROW LEVEL SECURITY for the tables of the service.',
};

@Injectable()
export class MetaService {
  constructor(
    private readonly repository: MetaRepository,
    private readonly lifecycle: Lifecycle,
    private readonly probe: DatabaseProbe,
  ) {}

  /** Throws a ServiceUnavailableException during shutdown or if the database cannot serve this version. */
  async checkReadiness(): Promise<void> {
    const { isDraining, isStarting } = this.lifecycle;
    if (isDraining) throw new ServiceUnavailableException('The service is shutting down.');
    const noResponse = new Error(`The database has not responded for ${responseMs} ms`);
    const tooLate = sleep(responseMs, undefined, { ref: false }).then(() => Promise.reject(noResponse));
    const state = await Promise.race([this.probe.findState(), tooLate]).catch((cause: unknown) => {
      const refusal = explainRefusal(cause);
      if (refusal) throw new ServiceUnavailableException(`The database rejects the connection: ${refusal}.`, { cause });
      throw new ServiceUnavailableException('The database is unreachable.', { cause });
    });
    if (state !== 'applied') {
      throw new ServiceUnavailableException(withLocalCommands(notReady[state], process.env.COMMAND_PREFIX));
    }
    if (isStarting) throw new ServiceUnavailableException('The service is starting.');
  }

  /** Returns what each page shows of the data as a whole. */
  findDataState(): Promise<DataState> {
    return this.repository.findDataState();
  }

  /** Returns the platforms of the streamers. */
  async listPlatforms(): Promise<PlatformName[]> {
    const has = await Promise.all(platforms.map((platform) => this.repository.hasStreamers(platform)));
    return platforms.filter((_, index) => has[index]);
  }

  /** Returns a random ID of the database and its copies. */
  findInstallation(): Promise<string> {
    return this.repository.findInstallation();
  }

  async findStatus(): Promise<Status> {
    const [summary, board, boards, sweeps, failures] = await Promise.all([
      this.repository.listDataSummary(),
      this.repository.findBoard(),
      this.repository.listBoards(),
      this.repository.listSweeps(),
      this.repository.listFailures(),
    ]);
    const collected = platforms.flatMap((platform) => toCollected(platform, sweeps) ?? []);
    const [main] = collected;
    return {
      version,
      rows: countsOf(summary),
      newest_data_at: newestOf(summary),
      leaderboard_refreshed_at: board?.refreshed_at ?? null,
      leaderboard_entries: board?.entry_count ?? 0,
      boards,
      coverage: coverageOf(board),
      collected_since: main?.collected_since ?? null,
      collected_at: main?.collected_at ?? null,
      platforms: collected,
      collector_failures: failures.map(({ failedAt, ...row }) => ({ ...row, failed_at: failedAt.toISOString() })),
    };
  }
}

function toCollected(platform: PlatformName, sweeps: readonly SweepsRow[]): CollectedPlatform | undefined {
  const row = sweeps.find((one) => one.platform === platform);
  return row && { platform, collected_since: row.since.toISOString(), collected_at: row.sweptAt.toISOString() };
}

function newestOf(summary: readonly DataSummaryRow[]): string | null {
  const newest = summary.flatMap((row) => row.newest?.getTime() ?? []);
  return newest.length > 0 ? new Date(Math.max(...newest)).toISOString() : null;
}

/** Boards that the previous release refreshed have no coverage. */
function coverageOf(board: BoardRow | null): Coverage {
  return {
    tracked_since: board?.tracked_since ?? null,
    last_seen_at: board?.last_seen_at ?? null,
    sample_count: board?.sample_count ?? 0,
    largest_gap_seconds: board?.largest_gap_seconds ?? null,
  };
}

function countsOf(summary: readonly DataSummaryRow[]): RowCounts {
  const counts = new RowCounts();
  for (const { kind, rowCount } of summary) {
    if (Object.hasOwn(counts, kind)) counts[kind as keyof RowCounts] = safeNumber(Number(rowCount));
  }
  return counts;
}
