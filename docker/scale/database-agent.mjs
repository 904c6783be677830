// The agent for haproxy.cfg: checks each database server, and selects the servers that HAProxy uses for reads and for writes.
// HAProxy connects twice a second for each server, sends a line such as "read replica1:5432", and receives "up" or "down".
// Usage: node database-agent.mjs PORT HOST:PORT... PGUSER, PGPASSWORD and PGDATABASE set the user and the database.
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const [port, ...names] = process.argv.slice(2);
const maxLagSeconds = Number(process.env.MAX_LAG_SECONDS ?? 30);
// The API remembers the newest leaderboard for 60 seconds. With more lag, clients could receive an older one.
if (!(maxLagSeconds >= 1 && maxLagSeconds <= 60)) {
  console.error('MAX_LAG_SECONDS must be a number from 1 to 60.');
  process.exit(1);
}
const maxLagMs = maxLagSeconds * 1000;
const limits = { connectionTimeoutMillis: 1_000, query_timeout: 1_000 };
const lookEveryMs = 250;
// HAProxy ends all sessions of a server that is down, so a single slow response is not enough.
const maxFailures = 2;
// Without questions for this long, HAProxy has restarted in another network namespace: this process must join it.
const maxSilenceMs = 10_000;

// Every user can see whether a WAL receiver runs. The other columns of pg_stat_wal_receiver require pg_monitor.
const state = `
  SELECT pg_is_in_recovery() AS "isStandby",
    pg_is_in_recovery() AND EXISTS (SELECT FROM pg_stat_wal_receiver r)
      AND pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn() IS TRUE AS "isCaughtUp",
    (date_part('epoch', clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS "replayedAgoMs",
    CASE WHEN pg_is_in_recovery() THEN 0
      ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline`;

const unknown = { isKnown: false, isUp: false, isStandby: false, timeline: 0, failures: 0 };
const servers = new Map(names.map((name) => [name, { ...unknown, lagMs: Infinity, caughtUpAtMs: -Infinity }]));

async function watch(name, server) {
  const [host, databasePort] = name.split(/:(?=\d+$)/);
  for (let client; ; await sleep(lookEveryMs)) {
    try {
      if (client === undefined) {
        client = new pg.Client({
          host,
          port: Number(databasePort ?? 5432),
          application_name: 'haproxy agent',
          ...limits,
        });
        client.on('error', () => {});
        await client.connect();
      }
      note(name, server, (await client.query(state)).rows[0]);
    } catch (error) {
      server.failures += 1;
      if (error.code === 'ECONNREFUSED' || server.failures >= maxFailures) {
        if (server.isUp) console.log(`${name} does not respond: ${error.message}`);
        Object.assign(server, { isKnown: true, isUp: false });
      }
      client?.end().catch(() => {});
      client = undefined;
    }
  }
}

/**
 * The lag is the age of the last replayed transaction. After a time without writes, this age is too large, so the lag is limited to
 * the time since the standby was last connected to its primary and had replayed everything.
 */
function note(name, server, { isStandby, isCaughtUp, replayedAgoMs, timeline }) {
  const nowMs = performance.now();
  if (!isStandby || isCaughtUp) server.caughtUpAtMs = nowMs;
  const lagMs = isStandby && !isCaughtUp ? Math.min(replayedAgoMs ?? Infinity, nowMs - server.caughtUpAtMs) : 0;
  if (!server.isUp) console.log(`${name} responds, and is a ${isStandby ? 'standby' : 'primary'}`);
  else if (isStandby !== server.isStandby) console.log(`${name} is a ${isStandby ? 'standby' : 'primary'} now`);
  else if (lagMs > maxLagMs !== server.lagMs > maxLagMs)
    console.log(`${name} ${lagMs > maxLagMs ? 'lags too far' : 'no longer lags too far'} behind`);
  Object.assign(server, { isKnown: true, isUp: true, isStandby, timeline, failures: 0, lagMs });
}

/** Servers for reads: the standbys that do not lag; otherwise the primary; otherwise all servers that respond. */
function readServers() {
  const up = [...servers.values()].filter(({ isUp }) => isUp);
  const standbys = up.filter(({ isStandby, lagMs }) => isStandby && lagMs <= maxLagMs);
  const primaries = up.filter(({ isStandby }) => !isStandby);
  return [standbys, primaries, up].find((list) => list.length > 0) ?? [];
}

/** The server for writes: of several primaries, the one that was promoted last. */
function writeServers() {
  const primaries = [...servers.values()].filter(({ isUp, isStandby }) => isUp && !isStandby);
  return primaries.sort((a, b) => b.timeline - a.timeline).slice(0, 1);
}

function respond(question) {
  const [role, name] = question.trim().split(' ');
  const chosen = role === 'read' ? readServers() : writeServers();
  return chosen.includes(servers.get(name)) ? 'up\n' : 'down\n';
}

for (const [name, server] of servers) void watch(name, server);
// Until each server was checked once, HAProxy keeps its states. A server that hangs does not delay the others for long.
for (let i = 0; i < 30 && [...servers.values()].some(({ isKnown }) => !isKnown); i++) await sleep(100);
let silence;
function waitForQuestions() {
  clearTimeout(silence);
  silence = setTimeout(() => {
    console.error('HAProxy does not connect. Restart this process in the network namespace of HAProxy.');
    process.exit(1);
  }, maxSilenceMs);
}
waitForQuestions();
createServer((socket) => {
  waitForQuestions();
  socket.setTimeout(1_000, () => socket.destroy());
  socket.on('error', () => socket.destroy());
  socket.once('data', (question) => socket.end(respond(String(question))));
}).listen(Number(port), '127.0.0.1');
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit(0));
