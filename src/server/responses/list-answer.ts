import type { Request } from 'express';
import Negotiator from 'negotiator';
import { ListForm, listForms, ListRequest, listTypes } from '../../http/lists/list-form.js';
import { headerPairs, RawHeaders } from '../../http/request/raw-headers.js';
import { readableList } from '../../http/lists/readable-list.js';
import { listText, rowsOf } from '../../response-cache/list-text.js';
import { Found } from '../../response-cache/response-cache.js';

const offered = ['application/json; charset=utf-8', ...listForms.map((form) => listTypes[form])];

/** Returns a list in the requested form. Other forms are converted from the JSON once per stored response. */
export function inAskedForm(found: Found, { columns, ending, hasMark }: ListRequest, request: Request): Found {
  const form = ending ?? acceptedForm(request.headers.accept);
  if (form === undefined) return found;
  const name = form === 'csv' && hasMark ? 'csv with mark' : form;
  const answer = found.answer.inForm(name, (body) => listText(form, rowsOf(body), columns, hasMark));
  return new Found(answer, found.result, found.key, form);
}

/**
 * The form of a list that an `Accept` prefers. Undefined for JSON, which clients also get if they accept none of the
 * forms. Only an explicit CSV or NDJSON type selects these forms: `text/*` returned JSON before CSV existed.
 */
export function acceptedForm(header: string | undefined): ListForm | undefined {
  const accept = readableList(header ?? '');
  if (!/csv|ndjson/i.test(accept)) return undefined;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  return listForms.find((form) => listTypes[form] === best);
}

/** The headers of a list in a form other than JSON: a file name and the address of the next page. */
export function fileHeaders(request: Request, { answer, form }: Found, list: ListRequest): RawHeaders {
  const headers = ['Content-Disposition', `attachment; filename="${fileName(request)}.${form}"`];
  for (const [name, value] of headerPairs(answer.headers)) {
    headers.push(name, name === 'Link' ? inSameForm(value, list) : value);
  }
  return headers;
}

/** The path of the list without its version, such as streamer-aurora_plays-recent-streams. */
function fileName({ originalUrl, url }: Request): string {
  // The cache in front handles requests before Express sets originalUrl.
  const [, path = 'list'] = /\/v1\/([^?#]+)/i.exec(originalUrl ?? url) ?? [];
  return path
    .replace(/\.(csv|ndjson)$/i, '')
    .replace(/\W+/g, '-')
    .slice(0, 100);
}

/** Adds the form in the current URL to the address of the next page. */
function inSameForm(link: string, { ending, hasMark }: ListRequest): string {
  const named = ending === undefined ? link : link.replace('?', `.${ending}?`);
  return hasMark ? named.replace('>', '&bom=true>') : named;
}
