import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Client } from 'pg';
import { runCommand } from '../programs/run-command.js';
import { databaseWhileTesting, OwnedDatabase } from '../database/test-database.js';

/** The import command on an empty database, with a temporary folder as the current one. */
export class ImportFolder {
  /** Standard output and standard error of the command. */
  output = '';
  errors = '';
  path: string;
  private readonly home = process.cwd();

  private constructor(private readonly database: OwnedDatabase) {}

  /** Creates a new import folder for each test of the calling file. */
  static whileTesting(): ImportFolder {
    const here = new ImportFolder(databaseWhileTesting());
    beforeEach(() => here.enter());
    afterEach(() => here.leave());
    return here;
  }

  /** Runs the command and returns the exit code. */
  run(...args: string[]): Promise<number> {
    return this.runCommand(['import', ...args]);
  }

  /** Runs another command, or with standard input. */
  async runCommand(args: string[], stdin?: Readable): Promise<number> {
    const { code, output, errors } = await runCommand(this.databaseUrl, args, { stdin });
    Object.assign(this, { output, errors });
    return code;
  }

  get databaseUrl(): string {
    return this.database.url;
  }

  get client(): Client {
    return this.database.client;
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
    return Number(rows[0]?.count);
  }

  private async enter(): Promise<void> {
    this.path = await mkdtemp(path.join(os.tmpdir(), 'import-'));
    process.chdir(this.path);
  }

  private async leave(): Promise<void> {
    process.chdir(this.home);
    await rm(this.path, { recursive: true });
  }
}

export const ndjson = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
