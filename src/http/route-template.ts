import type { Request } from 'express';

/** The one label of all requests that no route answers. Their paths are unlimited in number. */
export const noRoute = 'none';

const templates = new Map<string, string>();

/** The route that matched, with parameters in braces as in the OpenAPI document. Undefined if none did. */
export function routeTemplate(request: Request): string | undefined {
  const { path } = (request.route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return undefined;
  let template = templates.get(path);
  if (template === undefined) templates.set(path, (template = path.replace(/:(\w+)/g, '{$1}')));
  return template;
}
