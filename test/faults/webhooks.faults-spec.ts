import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RealClock } from '../../demo/twitch/real-clock.js';
import { MisbehavingTwitch } from '../../demo/twitch/misbehaving-twitch.js';
import { TwitchServer } from '../../demo/twitch/twitch-server.js';
import { World } from '../../demo/twitch/world.js';
import { migrateDatabase } from '../../src/database/migrations/migrator.js';
import { SeededRandom } from '../../demo/seeded-random.js';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { faultSeed, overloadSeconds } from '../support/database/fault-settings.js';
import { makeServerFolder } from '../support/database/server-folder.js';
import { ReceivedMessage, verifyMessage, WebhookReceiver } from '../support/http/webhook-receiver.js';
import { CliProcess } from '../support/programs/cli-process.js';
import { until } from '../support/until.js';

const secrets = [1, 2, 3].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
const second = 1_000;

/** Channels that stream for some seconds at a time. */
function createWorld(random: SeededRandom): World {
  const from = Math.floor(Date.now() / second) * second;
  const world = new World({ seed: faultSeed, channels: 20, from, to: from + 3_600 * second });
  let id = 50_000_000_000;
  for (const channel of world.channels) {
    channel.streams.length = 0;
    for (let at = from; at < from + 3 * overloadSeconds * second + 600 * second;) {
      const length = random.integer(4, 25) * second;
      channel.streams.push({ id: String(id++), channelId: channel.id, from: at, to: at + length, size: 50 });
      at += length + random.integer(3, 15) * second;
    }
  }
  return world;
}

describe('webhooks while collector, sender, receiver and PostgreSQL are killed', () => {
  let cluster: FaultCluster;
  let folder: string;
  let server: TwitchServer;
  let twitch: MisbehavingTwitch;
  let world: World;
  let receiver: WebhookReceiver;
  const received: ReceivedMessage[] = [];
  const invalid: unknown[] = [];

  beforeAll(async () => {
    console.log(`FAULT_SEED=${faultSeed}`);
    folder = mkdtempSync(path.join(os.tmpdir(), 'streaming-analytics-webhooks-'));
    cluster = await FaultCluster.open(makeServerFolder(), {});
    await migrateDatabase(cluster.url);
    const random = new SeededRandom(faultSeed);
    world = createWorld(random);
    twitch = new MisbehavingTwitch({ world, clock: new RealClock(), random, faultShare: 0, faults: [] });
    server = await TwitchServer.start(twitch);
    receiver = await WebhookReceiver.start();
    receiver.respond = (message) => {
      received.push(message);
      try {
        verifyMessage(message, secrets[1] ?? '');
      } catch (error) {
        invalid.push(error);
      }
      return { status: random.chance(0.05) ? 500 : 204 };
    };
  });

  afterAll(async () => {
    await receiver.stop();
    await server.stop();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const file = () => path.join(folder, 'webhooks.json');
  const setTargets = (used: string[]) => {
    const kinds = ['stream.started', 'stream.ended'];
    writeFileSync(file(), JSON.stringify([{ name: 'one', url: receiver.url, private: true, secrets: used, kinds }]));
  };

  const programs = {
    collector: () => {
      const logins = world.channels.map((channel) => world.loginOf(channel, 0)).join(',');
      const spool = path.join(folder, 'collect.spool');
      const settings = { COLLECT_LOGINS: logins, COLLECT_EVERY: '1s', COLLECT_SPOOL: spool, WEBHOOKS: `@${file()}` };
      return { args: ['collect'], env: { ...server.environment(twitch), ...settings } };
    },
    sender: () => ({ args: ['webhooks'], env: { WEBHOOKS: `@${file()}` } as Record<string, string> }),
  };

  const start = (name: keyof typeof programs) => {
    const { args, env } = programs[name]();
    return CliProcess.start(cluster.url, args, folder, env);
  };

  const query = <Row extends object>(sql: string) =>
    cluster.asOwner(async (client) => (await client.query<Row>(sql)).rows);

  /** Without the delay and pauses, messages are sent at once. */
  const hurry = async (condition: string) => {
    try {
      await query(`UPDATE webhook_deliveries d SET due_at = now() WHERE d.finished_at IS NULL AND ${condition}`);
      await query('UPDATE webhook_targets t SET paused_until = NULL WHERE t.paused_until > now()');
    } catch {
      // The server may be down.
    }
  };

  it(
    'lose no event, and repeat messages with the same ID only',
    async () => {
      const random = new SeededRandom(faultSeed + 1);
      setTargets(secrets.slice(0, 2));
      const running = { collector: start('collector'), sender: start('sender') };
      const kill = async (name: keyof typeof programs) => {
        running[name].process.kill('SIGKILL');
        await running[name].ended;
      };
      const actions = {
        collector: () => kill('collector').then(() => void (running.collector = start('collector'))),
        sender: () => kill('sender').then(() => void (running.sender = start('sender'))),
        receiver: async () => {
          const { port, respond } = receiver;
          await receiver.stop();
          await sleep(random.integer(100, 2_000));
          receiver = await WebhookReceiver.start(port);
          receiver.respond = respond;
        },
        postgres: async () => {
          // After a shutdown, the server would start on another port.
          cluster.signal('SIGKILL');
          await sleep(random.integer(500, 2_000));
          await cluster.restart();
        },
      };
      const names = Object.keys(actions) as (keyof typeof actions)[];
      const end = Date.now() + overloadSeconds * second;
      const half = Date.now() + (overloadSeconds / 2) * second;
      for (let isChanged = false; Date.now() < end;) {
        await sleep(random.integer(500, 4_000));
        if (!isChanged && Date.now() > half) setTargets(secrets.slice(1));
        isChanged ||= Date.now() > half;
        await actions[random.pick(names)]();
        await hurry(`d.kind = 'stream.ended' AND d.attempts = 0`);
      }

      const last = new Date();
      await until(
        async () =>
          (await query<{ at: Date }>('SELECT c.swept_at AS at FROM collector_sweeps c')).some(({ at }) => at > last),
        () => 'No sweep after the last kill was stored in time.',
        // On a busy machine, sweeps wait in the spool.
        60_000 + overloadSeconds * second,
      );
      await kill('collector');
      const { env } = programs.collector();
      await CliProcess.run(cluster.url, ['collect', '--once'], env);
      await until(
        async () => {
          await hurry('TRUE');
          return (await query('SELECT FROM webhook_deliveries d WHERE d.finished_at IS NULL')).length === 0;
        },
        () => `Deliveries still wait after two minutes: ${running.sender.output}${running.sender.errors}`,
        120_000,
      );
      await kill('sender');

      expect(invalid).toEqual([]);
      const ids = new Map<string, Set<string>>();
      for (const { body, headers } of received) {
        const { id, started_at, ended_at } = body.data as Record<string, string>;
        const key = `${body.type} ${id} ${body.type === 'stream.ended' ? ended_at : started_at}`;
        ids.set(key, (ids.get(key) ?? new Set()).add(headers['webhook-id'] ?? ''));
      }
      const expected = await listExpected();
      expect(expected.length).toBeGreaterThan(overloadSeconds / 2);
      expect(expected.filter((key) => !ids.has(key))).toEqual([]);
      expect([...ids].filter(([, used]) => used.size > 1)).toEqual([]);
      console.log(`${expected.length} events, ${received.length} messages`);
    },
    (2 * overloadSeconds + 400) * second,
  );

  /** The events of the stored streams: starts after the first sweep, and ends. */
  async function listExpected(): Promise<string[]> {
    const iso = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
    const rows = await query<{ key: string }>(`
      SELECT concat_ws(' ', 'stream.started', s.id, ${iso('s.started_at')}) AS key
      FROM current_streams s
      WHERE s.first_sampled_at > (SELECT c.since FROM collector_sweeps c)
      UNION ALL
      SELECT concat_ws(' ', 'stream.ended', s.id, ${iso('s.ended_at')}) FROM streams s WHERE s.ended_at IS NOT NULL`);
    return rows.map(({ key }) => key);
  }
});
