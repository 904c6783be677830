import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { areRuns, deleteRuns } from './samples/sample-runs.js';
import { StagedKind, Staging, stagingOf } from './kinds/kind.js';

/** Makes the kind's staging table anew. Its column `origin` tells the place in the import that a row came from. */
export async function createStaging(client: Client, kind: StagedKind): Promise<void> {
  const staging = stagingOf(kind);
  const columns = kind.columns.map(({ name, type }) => `${name} ${type.sql}`);
  await client.query(`
    DROP TABLE IF EXISTS ${staging};
    CREATE TEMP TABLE ${staging} (${columns.join(', ')}, origin bigint NOT NULL) ON COMMIT DROP`);
}

/** Stages each record as a row. */
export class RowStaging implements Staging {
  readonly copy: string;
  count = 0;
  private rows = '';

  constructor(private readonly kind: StagedKind) {
    this.copy = `COPY ${stagingOf(kind)} FROM STDIN`;
  }

  create(client: Client): Promise<void> {
    return createStaging(client, this.kind);
  }

  add(record: Record<string, unknown>, origin: number): void {
    this.rows += `${this.kind.toRow(record)}\t${origin}\n`;
    this.count += 1;
  }

  *take(): Generator<Buffer> {
    if (this.rows !== '') yield Buffer.from(this.rows);
    this.rows = '';
  }
}

/** Copies what a staging has to copy into its table, made anew. */
export async function stageRows(client: Client, staging: Staging, rows: AsyncIterable<Buffer>): Promise<void> {
  await staging.create(client);
  const copy = client.query(copyFrom(staging.copy));
  // If the connection breaks, do not wait for an input that gives nothing.
  const broken = new Promise<never>((_resolve, reject) => copy.once('error', reject));
  await Promise.race([pipeline(rows, copy), broken]);
}

/** Deletes the staged rows `s` of which a condition on their ids is true; answers how many there were. */
export async function deleteStaged(client: Client, kind: StagedKind, condition: string): Promise<number> {
  if (kind.name === 'viewer_samples' && (await areRuns(client))) return deleteRuns(client, condition);
  const { rowCount } = await client.query(`DELETE FROM ${stagingOf(kind)} s WHERE ${condition}`);
  return rowCount ?? 0;
}

const linesOfAnInput = 2 ** 40;

/** A line's place in an import as one number: inputs in order, then their lines. */
export function originOf(input: number, line: number): number {
  return input * linesOfAnInput + line;
}

export function placeOf(origin: number): { input: number; line: number } {
  return { input: Math.floor(origin / linesOfAnInput), line: origin % linesOfAnInput };
}
