import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { CommanderError } from 'commander';
import { Client } from 'pg';
import { importCommand } from '../../src/commands/import/import.command.js';
import type { TestDatabase } from './test-database.js';

/** The import command in a folder of its own, which is the current one until it is removed. The database is empty then. */
export class ImportFolder {
  /** What the command wrote to standard output and to standard error. */
  output = '';
  errors = '';
  private readonly home = process.cwd();

  private constructor(
    readonly path: string,
    readonly client: Client,
    private readonly database: TestDatabase,
  ) {
    process.chdir(path);
    jest.spyOn(console, 'log').mockImplementation((line: string) => (this.output += `${line}\n`));
    jest.spyOn(console, 'error').mockImplementation((line: string) => (this.errors += `${line}\n`));
  }

  static async create(database: TestDatabase): Promise<ImportFolder> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return new ImportFolder(await mkdtemp(path.join(os.tmpdir(), 'import-')), client, database);
  }

  /** Runs the command and answers what the process would end with. */
  async run(...args: string[]): Promise<number> {
    process.exitCode = undefined;
    this.output = this.errors = '';
    const command = importCommand(() => this.database.url).exitOverride();
    command.configureOutput({ writeErr: (text) => (this.errors += text) });
    try {
      await command.parseAsync(args, { from: 'user' });
    } catch (error) {
      // As the program has it, whatever Commander says.
      return error instanceof CommanderError ? 2 : 3;
    }
    return Number(process.exitCode ?? 0);
  }

  async count(table: string): Promise<number> {
    const { rows } = await this.client.query<{ count: string }>(`SELECT count(*) FROM ${table}`);
    return Number(rows[0]?.count);
  }

  async remove(): Promise<void> {
    jest.restoreAllMocks();
    process.chdir(this.home);
    process.exitCode = undefined;
    await this.client.end();
    await this.database.empty();
    await rm(this.path, { recursive: true });
  }
}

export const ndjson = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
