import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changeOwner } from '../../src/embedded-postgres/account.js';
import { FaultCluster } from '../support/database/fault-cluster.js';
import { copyOf, query } from '../support/database/replicated-cluster.js';
import { makeServerFolder } from '../support/database/server-folder.js';
import { codeBlocks } from '../support/programs/markdown.js';
import { until } from '../support/until.js';

const [archive = '', recovery = ''] = codeBlocks(readFileSync('docs/operate.md', 'utf8'), 'ini');
const logging = { wal_level: 'replica', max_wal_senders: '1' };

it('the settings of docs/operate.md restore the state of a moment', async () => {
  const folder = makeServerFolder();
  const lines = archive.replaceAll('/backup/wal', folder).matchAll(/^(\w+) = '?(.*?)'?$/gm);
  const settings = Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
  const primary = await FaultCluster.open(makeServerFolder(), {
    ...logging,
    ...settings,
  });
  const { uid, gid } = primary.account;
  const own = (file: string) => process.getuid?.() === 0 && changeOwner({ uid, gid }, file);
  own(folder);
  await query(primary, 'CREATE TABLE moments (name text)');
  const copy = await primary.asOwner(async (client) => {
    await client.query(`SELECT pg_backup_start('base', true)`);
    const base = copyOf(primary);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    const data = path.join(base, 'postgres/data');
    writeFileSync(path.join(data, 'backup_label'), rows[0]?.labelfile ?? '');
    return { base, data };
  });

  await query(primary, `INSERT INTO moments VALUES ('before')`);
  const [moment] = await query<{ now: string }>(primary, 'SELECT clock_timestamp()::text AS now');
  await query(primary, `INSERT INTO moments VALUES ('after')`);
  const [segment] = await query<{ name: string }>(primary, 'SELECT pg_walfile_name(pg_switch_wal()) AS name');
  const archived = `SELECT last_archived_wal >= '${segment?.name}' AS is_done FROM pg_stat_archiver`;
  await until(async () => (await query<{ is_done: boolean }>(primary, archived))[0]?.is_done === true);
  await primary.stop();

  rmSync(path.join(copy.data, 'postmaster.pid'));
  writeFileSync(path.join(copy.data, 'recovery.signal'), '');
  const target = recovery
    .replaceAll('/backup/wal', folder)
    .replace(/(?<=recovery_target_time = ').*(?=')/, moment?.now ?? '');
  appendFileSync(path.join(copy.data, 'postgresql.auto.conf'), target);
  own(copy.data);
  const restored = await FaultCluster.open(copy.base, logging);
  const isPromoted = 'SELECT NOT pg_is_in_recovery() AS is_done';
  await until(async () => (await query<{ is_done: boolean }>(restored, isPromoted))[0]?.is_done === true);
  expect(await query(restored, 'SELECT name FROM moments')).toEqual([{ name: 'before' }]);
  await restored.stop();
  rmSync(folder, { recursive: true });
});
