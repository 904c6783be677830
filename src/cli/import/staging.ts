import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { columnTypes, StagedKind, stagingOf } from './import-kind.js';

/** Makes the kind's staging table anew. */
export async function createStaging(client: Client, kind: StagedKind): Promise<void> {
  const staging = stagingOf(kind);
  const columns = kind.columns.map(({ name, type }) => `${name} ${columnTypes[type]}`);
  await client.query(`DROP TABLE IF EXISTS ${staging}`);
  await client.query(`CREATE TEMP TABLE ${staging} (${columns.join(', ')}, origin bigint NOT NULL) ON COMMIT DROP`);
}

/** Copies rows into the kind's staging table, made anew; answers how many there are. */
export async function stageRows(client: Client, kind: StagedKind, rows: AsyncIterable<Buffer>): Promise<number> {
  await createStaging(client, kind);
  const copy = client.query(copyFrom(`COPY ${stagingOf(kind)} FROM STDIN`));
  // A connection that breaks must not wait for an input that does.
  const broken = new Promise<never>((_resolve, reject) => copy.once('error', reject));
  await Promise.race([pipeline(rows, copy), broken]);
  return copy.rowCount;
}
