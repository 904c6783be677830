import { AddressInfo } from 'node:net';
import { NestExpressApplication } from '@nestjs/platform-express';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../src/app.module.js';
import { appOptions, setUpApp } from '../../src/app.setup.js';
import { Clock } from '../../src/clock/clock.js';
import { Config } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/environment.js';
import { ApiExpressAdapter } from '../../src/http/api-express.adapter.js';
import { createOpenApiDocument } from '../../src/http/openapi.js';
import { AppLogger } from '../../src/logging/app-logger.js';
import { ResponseCache } from '../../src/response-cache/response-cache.js';
import { OpenApiContract } from './openapi-contract.js';
import { createTestDatabase } from './test-database.js';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export interface TestAppOptions {
  /** Variables of the environment that differ from the defaults. */
  env?: Record<string, string>;
  /** The moment the service takes for now. */
  now?: Date;
  /** The database to clone: migrated and empty unless named. */
  template?: string;
  /** Gets each line of the log; LOG_LEVEL is silent unless set. */
  onLog?: (line: string) => void;
}

/** Set by Jest's configuration, which runs the end-to-end tests with the cache off and on. */
declare const cacheTtlSeconds: string;

/** The real application over HTTP, on a database and a port of its own. */
export class TestApp {
  private constructor(
    readonly app: NestExpressApplication,
    readonly databaseUrl: string,
    private readonly dropDatabase: () => Promise<void>,
    private readonly contract: OpenApiContract,
  ) {}

  static async start({ env = {}, now, template, onLog }: TestAppOptions = {}): Promise<TestApp> {
    const database = await createTestDatabase(template);
    const defaults = {
      DATABASE_URL: database.url,
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'silent',
      CACHE_TTL_SECONDS: cacheTtlSeconds,
    };
    const config = loadConfig({ ...defaults, ...env });
    let building = Test.createTestingModule({ imports: [AppModule] })
      .overrideProvider(Config)
      .useValue(config)
      .overrideProvider(AppLogger)
      .useValue(new AppLogger(config.logLevel, { write: (line) => onLog?.(line) }));
    if (now) building = building.overrideProvider(Clock).useValue({ now: () => now });
    const app = (await building.compile()).createNestApplication<NestExpressApplication>(
      new ApiExpressAdapter(),
      appOptions,
    );
    setUpApp(app);
    try {
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      await app.close();
      await database.drop();
      throw error;
    }
    return new TestApp(app, database.url, () => database.drop(), new OpenApiContract(createOpenApiDocument(app)));
  }

  get port(): number {
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** GETs a path, and fails the test when the answer is not as the OpenAPI document says. */
  async get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    const answer = await this.send<Body>('GET', path, headers);
    if (path.startsWith('/v1')) {
      expect(this.contract.findViolations(path, answer.status, answer.body)).toEqual([]);
    }
    return answer;
  }

  async send<Body = unknown>(
    method: string,
    path: string,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(this.url + path, { method, headers, redirect: 'manual' });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as Body,
    };
  }

  /** Forgets what is cached, after a test has changed what is in the database. */
  forgetAnswers(): void {
    this.app.get(ResponseCache).clear();
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.dropDatabase();
  }
}
