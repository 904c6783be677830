import { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../../src/app.module.js';
import { appOptions, setUpApp } from '../../../src/server/set-up-app.js';
import { Clock } from '../../../src/clock/clock.js';
import { Config } from '../../../src/config/config.js';
import { loadConfig } from '../../../src/config/environment.js';
import { ApiExpressAdapter } from '../../../src/server/entry/api-express.adapter.js';
import { createOpenApiDocument } from '../../../src/server/openapi/openapi.js';
import { AppLogger } from '../../../src/logging/app-logger.js';
import { BoardListener } from '../../../src/leaderboard/board-listener.js';
import { ResponseCache } from '../../../src/response-cache/response-cache.js';
import { Factories } from '../data/factories.js';
import { OpenApiContract } from './openapi-contract.js';
import { createTestDatabase, TestDatabase } from '../database/test-database.js';

export interface Answer<Body = unknown> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export interface TestAppOptions {
  /** Environment variables that differ from the defaults. */
  env?: Record<string, string>;
  /** The deadline of a response, if a slow machine needs more than DATABASE_DEADLINE_SECONDS allows. */
  deadlineSeconds?: number;
  /** The current time of the service. */
  now?: Date;
  /** URL of a database that the test owns. By default, the application creates a database and drops it at the end. */
  databaseUrl?: string;
  /** Controllers in addition to the ones of the service. */
  controllers?: Type<unknown>[];
  /** Receives each line of the log. LOG_LEVEL is silent unless set. */
  onLog?: (line: string) => void;
}

/** Set by Jest's configuration, which runs the end-to-end tests without and with the cache. */
declare const cacheTtlSeconds: string;

/** Created once: the document depends only on the classes, so it is the same for every application of a file. */
let contract: OpenApiContract | undefined;

/** OpenAPI documents by the settings in them. Creating one takes longer than the rest of starting an application. */
const documents = new Map<string, OpenAPIObject>();

/** The real application over HTTP, with a separate database and port. */
export class TestApp {
  app: NestExpressApplication;
  databaseUrl: string;
  private ownDatabase: TestDatabase | undefined;

  private constructor(private readonly options: TestAppOptions) {}

  static async start(options: TestAppOptions = {}): Promise<TestApp> {
    const api = new TestApp(options);
    await api.open();
    return api;
  }

  /** Runs during the tests of the calling describe block. */
  static whileTesting(options: TestAppOptions = {}): TestApp {
    const api = new TestApp(options);
    beforeAll(() => api.open());
    afterAll(() => api.stop());
    return api;
  }

  /** The same, with factories for rows in its database. */
  static whileTestingWithData(options: TestAppOptions = {}): [api: TestApp, data: Factories] {
    const api = new TestApp(options);
    const data = new Factories();
    beforeAll(async () => {
      await api.open();
      await data.connect(api.databaseUrl);
    });
    afterAll(async () => {
      await data.end();
      await api.stop();
    });
    return [api, data];
  }

  private async open(): Promise<void> {
    const { env = {}, deadlineSeconds, now, databaseUrl, controllers = [], onLog } = this.options;
    this.ownDatabase = databaseUrl === undefined ? await createTestDatabase() : undefined;
    this.databaseUrl = this.ownDatabase?.url ?? databaseUrl ?? '';
    const defaults = {
      DATABASE_URL: this.databaseUrl,
      RATE_LIMIT: '1000000',
      LOG_LEVEL: 'silent',
      CACHE_TTL_SECONDS: cacheTtlSeconds,
      // For slow machines.
      DATABASE_DEADLINE_SECONDS: '5',
    };
    const read = loadConfig({ ...defaults, ...env });
    const config = { ...read, databaseDeadlineSeconds: deadlineSeconds ?? read.databaseDeadlineSeconds };
    let building = Test.createTestingModule({ imports: [AppModule], controllers })
      .overrideProvider(Config)
      .useValue(config)
      .overrideProvider(AppLogger)
      .useValue(new AppLogger(config.logLevel, { write: (line) => onLog?.(line) }));
    if (now) building = building.overrideProvider(Clock).useValue(clockAt(now));
    const testing = await building.compile();
    this.app = testing.createNestApplication<NestExpressApplication>(new ApiExpressAdapter(), appOptions);
    const key = JSON.stringify([config.publicUrl, config.port, config.apiTokens.length > 0, controllers.map(String)]);
    const document = documents.get(key) ?? createOpenApiDocument(this.app, config);
    documents.set(key, document);
    // structuredClone creates objects of another realm, which some libraries reject.
    setUpApp(this.app, JSON.parse(JSON.stringify(document)) as OpenAPIObject);
    const listener = this.app.get<BoardListener, { listen(): Promise<void> }>(BoardListener);
    const listening = jest.spyOn(listener, 'listen');
    try {
      await this.app.listen(0, '127.0.0.1');
      // A new connection of the listener expires cached responses of the leaderboard, which a test could mistake for an
      // effect of its own actions. Behind a pooler or without a database, the listener fails.
      await listening.mock.results[0]?.value;
    } catch (error) {
      await this.app.close();
      await this.ownDatabase?.drop();
      throw error;
    }
  }

  get port(): number {
    return (this.app.getHttpServer().address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** GETs a path, and fails the test if the response does not match the OpenAPI document. */
  async get<Body = unknown>(path: string, headers: Record<string, string> = {}): Promise<Answer<Body>> {
    const answer = await this.send<Body>('GET', path, headers);
    if (path.startsWith('/v1')) {
      contract ??= new OpenApiContract(createOpenApiDocument(this.app, this.app.get(Config)));
      expect(contract.findViolations(path, answer.status, answer.body)).toEqual([]);
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
    const isJson =
      /^application\/(problem\+)?json(;|$)/.test(response.headers.get('content-type') ?? '') && text !== '';
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : undefined) as Body,
    };
  }

  /** Clears the cache after a test has changed the database. */
  forgetAnswers(): void {
    this.app.get(ResponseCache).clear();
  }

  async stop(): Promise<void> {
    // Node does not treat unused connections of fetch as idle, and would wait for seconds.
    this.app.getHttpServer().closeAllConnections();
    await this.app.close();
    await this.ownDatabase?.drop();
  }
}

/** A clock that stands still until the test changes the date. Its monotonic time is independent, as in production. */
function clockAt(now: Date): Clock {
  const startedAtMs = now.getTime() - 5_000;
  return { now: () => now, monotonicMs: () => now.getTime() - startedAtMs };
}
