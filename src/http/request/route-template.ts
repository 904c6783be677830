import type { Request } from 'express';

/** The label of all requests without a route. Their paths are unlimited in number. */
export const noRoute = 'none';

const templates = new Map<string, string>();

/** The matched route with parameters in braces, as in the OpenAPI document. Undefined without a match. */
export function routeTemplate(request: Request): string | undefined {
  const { path } = (request.route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return undefined;
  let template = templates.get(path);
  if (template === undefined) templates.set(path, (template = path.replace(/:(\w+)/g, '{$1}')));
  return template;
}
