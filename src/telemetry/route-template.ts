import type { Request } from 'express';

const templates = new Map<string, string>();

/** The route that has matched, its parameters in braces as in the OpenAPI document; undefined where none has. */
export function routeTemplate(request: Request): string | undefined {
  const { path } = (request.route ?? {}) as { path?: unknown };
  if (typeof path !== 'string') return undefined;
  let template = templates.get(path);
  if (template === undefined) templates.set(path, (template = path.replace(/:(\w+)/g, '{$1}')));
  return template;
}
