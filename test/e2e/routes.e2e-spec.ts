import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, ModulesContainer, Reflector } from '@nestjs/core';
import { Public } from '../../src/auth/public.decorator.js';
import { FailureSentence } from '../../src/http/operation.decorator.js';
import { pagePaths } from '../../src/pages/page-paths.js';
import { TestApp } from '../support/test-app.js';

/** Everything that answers without a token. */
const publicPaths = [
  ...['/', '/docs', '/docs-json', '/docs-yaml', '/docs/:file', '/llms.txt'],
  ...['/v1/health/live', '/v1/health/ready'],
  // Switched off where tokens are configured, unless the operator says otherwise.
  ...pagePaths,
].sort();

interface Route {
  path: string;
  method: string;
  handler: (...args: unknown[]) => unknown;
  controller: new (...args: never[]) => unknown;
}

describe('every route', () => {
  let api: TestApp;
  let routes: Route[];

  beforeAll(async () => {
    api = await TestApp.start({ env: { API_TOKEN: 'token-of-the-tests-0123456789', DOCS_ENABLED: 'off' } });
    routes = routesOf(api);
  });

  afterAll(() => api.stop());

  it('is found by this test', () => {
    const ofPages = new Set<string>(pagePaths);
    expect(routes.map(({ path }) => path).filter((path) => ofPages.has(path))).toHaveLength(ofPages.size);
    const others = routes.map(({ path }) => path).filter((path) => !ofPages.has(path));
    expect(others.sort()).toEqual([
      ...['/', '/docs', '/docs-json', '/docs-yaml', '/docs/:file', '/llms.txt'],
      '/v1/events/:id',
      '/v1/events/public',
      '/v1/games',
      '/v1/games/:name',
      '/v1/health/live',
      '/v1/health/ready',
      '/v1/leaderboard',
      '/v1/stats',
      '/v1/status',
      '/v1/streamer/:name/badge.svg',
      '/v1/streamer/:name/events',
      '/v1/streamer/:name/follower-graph',
      '/v1/streamer/:name/follower-graph.svg',
      '/v1/streamer/:name/partners',
      '/v1/streamer/:name/recent-streams',
      '/v1/streamer/:name/stats',
      '/v1/streamer/:name/thirty-day-stats',
      '/v1/streamers',
      '/v1/streams/:id',
      '/v1/streams/:id/before',
      '/v1/streams/:id/colab-sessions',
      '/v1/streams/:id/graphs/:granularity',
      '/v1/streams/:id/graphs/:granularity.svg',
      '/v1/streams/:id/message-stats',
      '/v1/streams/live',
    ]);
  });

  it('only reads', () => {
    expect(new Set(routes.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('is on the list of public paths or not marked public', () => {
    const reflector = new Reflector();
    const marked = routes.filter(({ handler, controller }) =>
      reflector.getAllAndOverride(Public, [handler, controller]),
    );
    expect(marked.map(({ path }) => path).sort()).toEqual(publicPaths);
  });

  it('is on the list of public paths or answers 401 without a token', async () => {
    const open: string[] = [];
    for (const { path } of routes) {
      const { status } = await api.get(path.replace(/:\w+/g, '1'));
      if (status !== 401) open.push(path);
    }
    expect(open.sort()).toEqual(publicPaths);
  });

  it('has a sentence of its own for when it fails', () => {
    const handlers = [...new Set(routes.map(({ handler }) => handler))];
    const sentences = handlers.map((handler) => new Reflector().get(FailureSentence, handler));
    expect(sentences.every((sentence) => /^Failed to /.test(sentence))).toBe(true);
    expect(new Set(sentences).size).toBe(handlers.length);
  });
});

/** The routes of all controllers, as Nest reads them from their decorators. */
function routesOf({ app }: TestApp): Route[] {
  const controllers = new DiscoveryService(app.get(ModulesContainer)).getControllers();
  return controllers.flatMap(({ metatype }) => {
    const controller = metatype as Route['controller'];
    const prototype = controller.prototype as Record<string, Route['handler']>;
    const base = Reflect.getMetadata(PATH_METADATA, controller) as string;
    return new MetadataScanner().getAllMethodNames(prototype).flatMap((name) => {
      const handler = prototype[name] as Route['handler'];
      const paths = Reflect.getMetadata(PATH_METADATA, handler) as string | string[] | undefined;
      if (paths === undefined) return [];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
      return [paths].flat().map((path) => {
        const whole = `/${base}/${path}`.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '');
        return { path: whole, method, handler, controller };
      });
    });
  });
}
