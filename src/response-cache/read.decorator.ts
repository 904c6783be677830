import { applyDecorators, Get, Header, Inject, SetMetadata } from '@nestjs/common';
import { ApiResponse, ApiServiceUnavailableResponse } from '@nestjs/swagger';
import { Config } from '../config/config.js';
import { overloadMessage } from '../http/errors/error-reply.js';
import { nextLinkHeader, nextLinkOfRowsHeader, withNextLink } from '../http/lists/next-link.js';
import { Page } from '../http/lists/page.js';
import { CanonicalParameters, HandlerParameters } from '../http/query/handler-parameters.js';
import { LimitedController } from '../http/request/limited-controller.decorator.js';
import { errorBody, Operation, OperationOptions } from '../http/request/operation.decorator.js';
import { publicPath } from '../http/request/public-path.js';
import { ResponseCache } from './response-cache.js';

const pathKey = 'path of a read controller';

/** A controller whose operations use the response cache. */
export function ReadController(path: string, tag: string): ClassDecorator {
  return applyDecorators(
    LimitedController(path, tag),
    SetMetadata(pathKey, path),
    ApiResponse({ status: 304, description: 'The response has not changed: `If-None-Match` contains its `ETag`.' }),
    ApiServiceUnavailableResponse(errorBody('The service is overloaded.', overloadMessage)),
  );
}

interface ReadOptions extends Omit<OperationOptions, 'failure' | 'okHeaders'> {
  /** The message of a 500, if it does not follow from the summary. */
  failure?: string;
  /** The group of the response in the cache, which can depend on the query. */
  group?: string | ((query: never) => string | undefined);
  /** True for an operation without the cache. */
  isUncached?: boolean;
}

/**
 * A GET operation whose handler returns the body of a 200. The {@link HandlerParameters} are its key in the cache, and
 * determine the documented errors. A handler with the parameter `cursor` returns a {@link Page}, and its response links
 * to the next page.
 */
export function Read(path: string, { group, isUncached, ...options }: ReadOptions) {
  return (target: object, name: string, descriptor: PropertyDescriptor): void => {
    const parameters = new HandlerParameters(target, name);
    const { notFound, badRequest, isPaged } = parameters;
    const failure = `Failed to fetch ${options.summary.replace(/^\w+ (the |an? )?/, '')}`;
    const hasRows = options.rows !== undefined;
    const okHeaders = isPaged ? (hasRows ? nextLinkOfRowsHeader : nextLinkHeader) : undefined;
    const handle = descriptor.value as Handler;
    const read: Handler = function (...given) {
      const canonical = parameters.toCanonical(given);
      const load = async () => {
        const body = await handle.apply(this, given);
        if (!isPaged) return body;
        const parametersOfNext = canonical.at(-1) ?? {};
        return withNextLink(body as Page<unknown>, () => findPath(this, path, canonical), parametersOfNext, hasRows);
      };
      return this[cache].getOrLoad(
        [name, ...canonical],
        load,
        typeof group === 'function' ? group(given.at(-1) as never) : group,
      );
    };
    if (!isUncached) descriptor.value = replaceHandler(target, name, handle, read);
    applyDecorators(
      Get(path),
      ...(isUncached ? [Header('Cache-Control', 'no-store')] : []),
      Operation({ failure, notFound, badRequest, okHeaders, ...options }),
    )(target, name, descriptor);
  };
}

const cache = Symbol('cache');
const config = Symbol('config');

/** A controller with {@link Read}, which injects these objects. */
interface Reader {
  [cache]: ResponseCache;
  [config]: Config;
}

type Handler = (this: Reader, ...given: CanonicalParameters[]) => unknown;

/** Gives a function the metadata of the handler that it calls. */
function replaceHandler(target: object, name: string, handle: Handler, read: Handler): Handler {
  Inject(ResponseCache)(target, cache);
  Inject(Config)(target, config);
  for (const key of Reflect.getMetadataKeys(handle)) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handle), read);
  }
  // Swagger finds the parameters of a handler by the name of the function.
  return Object.defineProperty(read, 'name', { value: name });
}

/** Returns the public path of a request. */
function findPath({ [config]: settings, constructor }: Reader, path: string, [given]: CanonicalParameters[]): string {
  const route = `/${Reflect.getMetadata(pathKey, constructor)}/${path}`.replace(/\/$/, '');
  return publicPath(
    settings,
    route.replace(/:(\w+)/g, (_, name: string) => String(given?.[name])),
  );
}
