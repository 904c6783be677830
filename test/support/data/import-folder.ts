import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Client } from 'pg';
import { importCommand } from '../../../src/commands/import.command.js';
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
  async run(...args: string[]): Promise<number> {
    this.output = this.errors = '';
    const command = importCommand(() => this.databaseUrl);
    // The program exits with 3 after any exception.
    return runCommand(command, args, (text) => (this.errors += text)).catch(() => 3);
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
    jest.spyOn(console, 'log').mockImplementation((line: string) => (this.output += `${line}\n`));
    jest.spyOn(console, 'error').mockImplementation((line: string) => (this.errors += `${line}\n`));
  }

  private async leave(): Promise<void> {
    jest.restoreAllMocks();
    process.chdir(this.home);
    await rm(this.path, { recursive: true });
  }
}

export const ndjson = (...records: unknown[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
