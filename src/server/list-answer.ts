import type { Request } from 'express';
import Negotiator from 'negotiator';
import { ListForm, listForms, ListRequest, listTypes } from '../http/list-form.js';
import { headerPairs, RawHeaders } from '../http/raw-headers.js';
import { readableList } from '../http/readable-list.js';
import { listText, rowsOf } from '../response-cache/list-text.js';
import { Found } from '../response-cache/response-cache.js';

const offered = ['application/json; charset=utf-8', ...listForms.map((form) => listTypes[form])];

/** A list in the form that a request asks for. Other forms than JSON are made of the JSON, once for each stored answer. */
export function inAskedForm(found: Found, { columns, ending, hasMark }: ListRequest, request: Request): Found {
  const form = ending ?? acceptedForm(request.headers.accept);
  if (form === undefined) return found;
  const name = form === 'csv' && hasMark ? 'csv with mark' : form;
  const answer = found.answer.inForm(name, (body) => listText(form, rowsOf(body), columns, hasMark));
  return new Found(answer, found.result, found.key, form);
}

/**
 * The form of a list that an `Accept` prefers; undefined for JSON, which is also for clients that accept none of the forms. Only
 * a header that names CSV or NDJSON gets them: `text/*` has got JSON before there was CSV.
 */
export function acceptedForm(header: string | undefined): ListForm | undefined {
  const accept = readableList(header ?? '');
  if (!/csv|ndjson/i.test(accept)) return undefined;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  return listForms.find((form) => listTypes[form] === best);
}

/** The headers of a list in a form other than JSON: the name for a file of it, and the address of the next page. */
export function fileHeaders(request: Request, { answer, form }: Found, list: ListRequest): RawHeaders {
  const headers = ['Content-Disposition', `attachment; filename="${fileName(request)}.${form}"`];
  for (const [name, value] of headerPairs(answer.headers)) {
    headers.push(name, name === 'Link' ? inSameForm(value, list) : value);
  }
  return headers;
}

/** The path of the list without its version, such as streamer-aurora_plays-recent-streams. */
function fileName({ originalUrl, url }: Request): string {
  // The cache in front sees requests before Express has noted their URL.
  const [, path = 'list'] = /\/v1\/([^?#]+)/i.exec(originalUrl ?? url) ?? [];
  return path
    .replace(/\.(csv|ndjson)$/i, '')
    .replace(/\W+/g, '-')
    .slice(0, 100);
}

/** The address of the next page, with what the URL of this one says about the form. */
function inSameForm(link: string, { ending, hasMark }: ListRequest): string {
  const named = ending === undefined ? link : link.replace('?', `.${ending}?`);
  return hasMark ? named.replace('>', '&bom=true>') : named;
}
