import type { Client } from 'pg';
import { Clock } from '../../clock/clock.js';

/** Returns the time of the database's clock, also within a transaction that began earlier. */
export async function findDatabaseTime(client: Client): Promise<Date> {
  const { rows } = await client.query<{ now: Date }>('SELECT clock_timestamp() AS now');
  return rows[0]!.now;
}

/** Returns the seconds by which a clock is certainly ahead of the database's. Negative if it is behind. */
export async function measureClockOffset(client: Client, clock: Clock): Promise<number> {
  const before = clock.now().getTime();
  const at = (await findDatabaseTime(client)).getTime();
  // The database read its clock at an unknown moment of the query.
  return Math.max(before - at, Math.min(clock.now().getTime() - at, 0)) / 1000;
}
