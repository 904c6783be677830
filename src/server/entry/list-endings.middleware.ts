import type { RequestHandler } from 'express';
import { ListForm, listForms } from '../../http/lists/list-form.js';
import { traceOf } from '../../http/request/request-trace.js';

const ending = new RegExp(`\\.(${listForms.join('|')})(?=\\?|$)`, 'i');

/**
 * Removes the ending from the path of a list, such as `/v1/leaderboard.csv`, and stores the form in the trace. `paths`
 * are the paths of lists in the OpenAPI document.
 */
export function listEndings(paths: readonly string[]): RequestHandler {
  const lists = paths.map((path) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`, 'i'));
  return (request, _response, next) => {
    const { path } = request;
    const [text, form] = ending.exec(path) ?? [];
    if (text !== undefined && lists.some((list) => list.test(path.slice(0, -text.length)))) {
      traceOf(request).ending = form?.toLowerCase() as ListForm;
      request.url = request.url.replace(ending, '');
    }
    next();
  };
}
