import { Injectable, OnApplicationBootstrap, RequestMethod, Type } from '@nestjs/common';
import {
  GUARDS_METADATA,
  INTERCEPTORS_METADATA,
  METHOD_METADATA,
  PATH_METADATA,
  PIPES_METADATA,
  ROUTE_ARGS_METADATA,
} from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { parse } from 'node:querystring';
import { RequestValidationPipe } from '../http/validation.pipe.js';
import { OperationCall } from './operation-call.js';
import { CachedOperation } from './cached-operation.decorator.js';

type Handler = (...args: unknown[]) => unknown;

interface Argument {
  of: 'params' | 'query';
  type: Type<unknown>;
  /** What queries have said; many say the same, or nothing. */
  known: Map<string, object>;
}

interface OperationRoute {
  template: string;
  path: RegExp;
  args: Argument[];
  call: Handler;
}

// Longer or stranger spellings are for Express to understand, or to refuse.
const longestUrl = 1_000;
const plainParameter = '(?<$1>[\\w.~-]+)';
const plainQuery = /^[\w.~=&-]*$/;
const mostKnown = 1_000;

/**
 * The cached operations by their paths, so that a request in plain spelling becomes a call without Express and Nest's
 * router, which take more time than all the rest. An operation with guards, pipes or arguments of its own is not among
 * them, nor is a request that has anything wrong with it.
 */
@Injectable()
export class OperationRoutes implements OnApplicationBootstrap {
  private routes: OperationRoute[] = [];

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly validation: RequestValidationPipe,
  ) {}

  onApplicationBootstrap(): void {
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const controller = instance as Record<string, Handler>;
      for (const name of this.scanner.getAllMethodNames(controller)) {
        const route = routeOf(controller, metatype as Type<unknown>, name);
        if (route) this.routes.push(route);
      }
    }
  }

  /** What a URL asks for; undefined where that is left to Express. */
  find(url: string): OperationCall | undefined {
    if (url.length > longestUrl) return undefined;
    const mark = url.indexOf('?');
    const path = mark < 0 ? url : url.slice(0, mark);
    const query = mark < 0 ? '' : url.slice(mark + 1);
    if (!plainQuery.test(query)) return undefined;
    for (const route of this.routes) {
      const match = route.path.exec(path);
      if (match) return this.callOf(route, match.groups ?? {}, query);
    }
    return undefined;
  }

  private callOf({ template, args, call }: OperationRoute, params: object, query: string): OperationCall | undefined {
    try {
      const checked = args.map((argument) =>
        argument.of === 'params' ? this.validation.check(params, argument.type) : this.checkQuery(query, argument),
      );
      const operation = call(...checked) as OperationCall;
      operation.route = template;
      return operation;
    } catch {
      // Express finds the same, and answers it.
      return undefined;
    }
  }

  private checkQuery(query: string, { type, known }: Argument): object {
    const before = known.get(query);
    if (before) return before;
    const checked = Object.freeze(this.validation.check(parse(query), type));
    if (known.size >= mostKnown) known.clear();
    known.set(query, checked);
    return checked;
  }
}

/** The route of a controller's method if it is a cached operation that its path and query alone decide. */
function routeOf(controller: Record<string, Handler>, type: Type<unknown>, name: string): OperationRoute | undefined {
  const handler = controller[name];
  if (!handler || !Reflect.getMetadata(CachedOperation.KEY, handler)) return undefined;
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.GET) return undefined;
  const own = [GUARDS_METADATA, INTERCEPTORS_METADATA, PIPES_METADATA];
  if (own.some((key) => Reflect.hasMetadata(key, handler) || Reflect.hasMetadata(key, type))) return undefined;
  const args = argumentsOf(controller, type, name);
  if (!args) return undefined;
  const paths = [type, handler].map((target) => String(Reflect.getMetadata(PATH_METADATA, target)));
  const path = `/${paths.filter((part) => part !== '/').join('/')}`;
  return {
    template: path.replace(/:(\w+)/g, '{$1}'),
    path: new RegExp(`^${path.replace(/:(\w+)/g, plainParameter)}$`),
    args,
    call: handler.bind(controller),
  };
}

/** What a method takes, in order; undefined where it takes something else than its path and query. */
function argumentsOf(controller: object, type: Type<unknown>, name: string): Argument[] | undefined {
  const declared = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<
    string,
    { index: number; data?: unknown; pipes?: unknown[] }
  >;
  const types = Reflect.getMetadata('design:paramtypes', controller, name) as Type<unknown>[];
  const args: Argument[] = [];
  for (const [key, { index, data, pipes }] of Object.entries(declared)) {
    const kind = Number(key.split(':')[0]);
    const of = kind === Number(RouteParamtypes.PARAM) ? 'params' : 'query';
    const argumentType = types[index];
    if (!argumentType || data !== undefined || (pipes?.length ?? 0) > 0) return undefined;
    if (of === 'query' && kind !== Number(RouteParamtypes.QUERY)) return undefined;
    args[index] = { of, type: argumentType, known: new Map() };
  }
  return args.length === types.length && Object.keys(args).length === types.length ? args : undefined;
}
