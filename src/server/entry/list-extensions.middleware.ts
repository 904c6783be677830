import type { RequestHandler } from 'express';
import { ListFormat, listFormats } from '../../http/lists/list-format.js';
import { traceOf } from '../../http/request/request-trace.js';

const extension = new RegExp(`\\.(${listFormats.join('|')})(?=\\?|$)`, 'i');

/**
 * Removes the extension from the path of a list, such as `/v1/leaderboard.csv`, and stores the format in the trace. `paths`
 * are the paths of lists in the OpenAPI document.
 */
export function listExtensions(paths: readonly string[]): RequestHandler {
  const lists = paths.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'));
  return (request, _response, next) => {
    const { path } = request;
    const [text, format] = extension.exec(path) ?? [];
    if (text !== undefined && lists.some((list) => list.test(path.slice(0, -text.length)))) {
      traceOf(request).extension = format?.toLowerCase() as ListFormat;
      request.url = request.url.replace(extension, '');
    }
    next();
  };
}
