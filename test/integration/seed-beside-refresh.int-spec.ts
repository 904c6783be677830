import { Client } from 'pg';
import { refreshLeaderboard } from '../../src/commands/refresh/refresh-leaderboard.js';
import { loadSeed, removeSeed } from '../../src/commands/seed/load-seed.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

const now = new Date();

let database: TestDatabase;
let clients: [Client, Client, Client];

beforeAll(async () => {
  database = await createTestDatabase();
  const connect = () => new Client({ connectionString: database.url });
  clients = [connect(), connect(), connect()];
  for (const client of clients) await client.connect();
});

afterAll(async () => {
  for (const client of clients) await client.end();
  await database.drop();
});

/** The entries of the newest board, and how many boards there are. */
async function boards(): Promise<{ entries: number; boards: number }> {
  const { rows } = await clients[0].query<{ entries: number; boards: number }>(`
    SELECT (SELECT count(*)::int FROM leaderboard_entries) AS entries,
      (SELECT count(*)::int FROM leaderboard_boards) AS boards`);
  return rows[0] ?? { entries: NaN, boards: NaN };
}

it('leaves a board with the seed where a refresh that has not seen the seed would be the last to write', async () => {
  await loadSeed(clients[0], now);
  const { entries } = await boards();
  await removeSeed(clients[0], now);
  const keeper = clients[2];
  const waiting = async (count: number) => {
    for (let found: number | null = -1; found !== count; await new Promise((resolve) => setTimeout(resolve, 20))) {
      found = (await keeper.query('SELECT FROM pg_locks l WHERE NOT l.granted')).rowCount;
    }
  };
  await keeper.query('BEGIN; LOCK TABLE leaderboard_boards IN SHARE ROW EXCLUSIVE MODE');
  const seeding = loadSeed(clients[0], now);
  await waiting(1);
  const refreshing = refreshLeaderboard(clients[1]);
  await waiting(2);
  await keeper.query('COMMIT');
  await Promise.all([seeding, refreshing]);
  expect(await boards()).toEqual({ entries, boards: 1 });
});

it('lets the removal of the seed wait for a refresh that is running', async () => {
  await clients[1].query('BEGIN');
  await clients[1].query('LOCK TABLE leaderboard_boards IN SHARE UPDATE EXCLUSIVE MODE');
  const lines: string[] = [];
  const waiting = removeSeed(clients[0], now, (line) => lines.push(line));
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(lines).toEqual(['Another refresh is running; waiting for it to finish.']);
  await clients[1].query('COMMIT');
  await waiting;
});
