import { loadConfig } from '../../../src/config/environment.js';
import { PrismaService } from '../../../src/database/prisma.service.js';
import { Prisma } from '../../../src/generated/prisma/client.js';
import { AppLogger } from '../../../src/logging/app-logger.js';
import { Factories } from '../data/factories.js';
import { createTestDatabase, TestDatabase } from './test-database.js';

export interface TestStoreOptions {
  /** Environment variables that differ from the defaults. */
  env?: Record<string, string>;
  /** Receives warnings and errors of the log. */
  onLog?: (line: string) => void;
}

/** A database of one suite: `prisma` reads as the server does, `data` inserts rows as the owner. */
export class TestStore {
  prisma: PrismaService;
  readonly data = new Factories();
  private database: TestDatabase;

  private constructor(private readonly options: TestStoreOptions) {}

  static async start(options: TestStoreOptions = {}): Promise<TestStore> {
    const store = new TestStore(options);
    await store.open();
    return store;
  }

  /** Runs during the tests of the calling describe block. */
  static whileTesting(options: TestStoreOptions = {}): TestStore {
    const store = new TestStore(options);
    beforeAll(() => store.open());
    afterAll(() => store.stop());
    return store;
  }

  private async open(): Promise<void> {
    const { env = {}, onLog } = this.options;
    this.database = await createTestDatabase();
    // For slow machines.
    const defaults = { DATABASE_URL: this.url, DATABASE_DEADLINE_SECONDS: '5' };
    this.prisma = createPrisma({ ...defaults, ...env }, onLog);
    await this.data.connect(this.url);
    // The first read connects, which can exceed the deadline on a slow machine.
    for (let left = 5; left > 0 && !(await this.canRead()); left--);
  }

  private async canRead(): Promise<boolean> {
    return this.prisma.rows(Prisma.sql`SELECT 1`).then(
      () => true,
      () => false,
    );
  }

  get url(): string {
    return this.database.url;
  }

  async stop(): Promise<void> {
    await this.data.end();
    await this.prisma.onApplicationShutdown();
    await this.database.drop();
  }
}

/** The server's Prisma service, configured by environment variables. */
export function createPrisma(env: Record<string, string>, onLog: (line: string) => void = () => {}): PrismaService {
  return new PrismaService(loadConfig(env), new AppLogger('warn', { write: onLog }));
}
