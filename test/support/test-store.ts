import { loadConfig } from '../../src/config/environment.js';
import { PrismaService } from '../../src/database/prisma.service.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { Factories } from './factories.js';
import { createTestDatabase } from './test-database.js';

export interface TestStoreOptions {
  /** Variables of the environment that differ from the defaults. */
  env?: Record<string, string>;
  /** Gets each line of the log from warnings on. */
  onLog?: (line: string) => void;
}

/** A database of one suite: as the server reads it, and as its owner fills it. */
export class TestStore {
  private constructor(
    readonly url: string,
    readonly prisma: PrismaService,
    readonly data: Factories,
    private readonly drop: () => Promise<void>,
  ) {}

  static async start({ env = {}, onLog }: TestStoreOptions = {}): Promise<TestStore> {
    const database = await createTestDatabase();
    const prisma = createPrisma({ DATABASE_URL: database.url, ...env }, onLog);
    return new TestStore(database.url, prisma, await Factories.connect(database.url), () => database.drop());
  }

  async stop(): Promise<void> {
    await this.data.end();
    await this.prisma.onApplicationShutdown();
    await this.drop();
  }
}

/** The server's way to a database, as the environment configures it. */
export function createPrisma(env: Record<string, string>, onLog: (line: string) => void = () => {}): PrismaService {
  return new PrismaService(loadConfig(env), new AppLogger('warn', { write: onLog }));
}
