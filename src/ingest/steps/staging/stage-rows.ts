import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { StagedKind } from '../../kinds/kind.js';
import { staged } from '../../session.js';

/**
 * Copies rows into their staging table.
 */
export async function stageRows(client: Client, kind: StagedKind, rows: AsyncIterable<Buffer>): Promise<number> {
  const copy = client.query(copyFrom(`COPY ${staged(kind.name)} FROM STDIN`));
  // If the connection breaks, do not wait for an input that sends nothing.
  const broken = new Promise<never>((_resolve, reject) => copy.once('error', reject));
  await Promise.race([pipeline(rows, copy), broken]);
  return copy.rowCount;
}

const linesOfAnInput = 2 ** 40;

/** Returns a line's place in an import as one number: inputs in order, then their lines. */
export function encodeOrigin(input: number, line: number): number {
  return input * linesOfAnInput + line;
}

export function decodeOrigin(origin: number): { input: number; line: number } {
  return { input: Math.floor(origin / linesOfAnInput), line: origin % linesOfAnInput };
}
