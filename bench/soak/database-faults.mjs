import { setTimeout as sleep } from 'node:timers/promises';
import { pickOne } from '../random.mjs';

const tables = ['streamers', 'streams', 'message_stats', 'viewer_samples', 'events', '_prisma_migrations'];

/** Faults of the database, and of the way to it. */
export function databaseFaults({ stage, data, random, during }) {
  const pause = (mostMs) => sleep(random() * mostMs);
  const withoutDatabase = (action) => () => during('database', action);
  const killDatabase = async () => {
    stage.signalDatabase('SIGKILL');
    await pause(2_000);
    await stage.startDatabase();
  };
  return {
    'database killed': withoutDatabase(killDatabase),
    'database paused': withoutDatabase(async () => {
      stage.signalDatabase('SIGSTOP');
      await pause(3_000);
      stage.signalDatabase('SIGCONT');
    }),
    'network cut': withoutDatabase(async () => {
      stage.network.cut();
      await pause(3_000);
      stage.network.isCut = false;
    }),
    'database killed during an import': withoutDatabase(async () => {
      const { command } = data.beginImport();
      await pause(600);
      await killDatabase();
      await command.ended;
    }),
    'sessions ended': async () => {
      for (let i = 0; i < 20; i++) {
        await stage.query(
          `SELECT pg_terminate_backend(a.pid) FROM pg_stat_activity a
          WHERE a.application_name = 'streaming-analytics api' AND random() < 0.3`,
        );
        await pause(100);
      }
    },
    'table locked': () =>
      during('load', () =>
        stage.connected(async (connection) => {
          await connection.query('BEGIN');
          await connection.query(`LOCK TABLE ${pickOne(tables, random)} IN ACCESS EXCLUSIVE MODE`);
          await pause(5_000);
          await connection.query('ROLLBACK');
        }),
      ),
  };
}
