import type { Request } from 'express';
import Negotiator from 'negotiator';
import { ListFormat, listFormats, ListRequest, listTypes } from '../../http/lists/list-format.js';
import { RawHeaders } from '../../http/request/raw-headers.js';
import { traceOf } from '../../http/request/request-trace.js';
import { headerListStart } from '../../http/request/header-list.js';
import { listText, listItems } from '../../response-cache/list-text.js';
import { LoadedResponse } from '../../response-cache/response-cache.js';

const offered = ['application/json; charset=utf-8', ...listFormats.map((format) => listTypes[format])];

/** Returns a list in the requested format. Other formats are converted from the JSON once per stored response. */
export function inRequestedFormat(loaded: LoadedResponse, request: Request): LoadedResponse {
  const { list } = traceOf(request).operation ?? {};
  if (list === undefined) return loaded;
  const { columns, extension, hasByteOrderMark } = list;
  const format = extension ?? acceptedFormat(request.headers.accept);
  if (format === undefined) return loaded;
  const name = format === 'csv' && hasByteOrderMark ? 'csv with mark' : format;
  const stored = loaded.stored.inFormat(name, (body) => listText(format, listItems(body), columns, hasByteOrderMark));
  return new LoadedResponse(stored, loaded.result, loaded.key, format);
}

/**
 * The format of a list that an `Accept` prefers. Undefined for JSON, which clients also get if they accept none of the
 * formats. Only an explicit CSV or NDJSON type selects these formats: `text/*` returned JSON before CSV existed.
 */
export function acceptedFormat(header: string | undefined): ListFormat | undefined {
  if (header === undefined || !/csv|ndjson/i.test(header)) return undefined;
  const accept = headerListStart(header);
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  return listFormats.find((format) => listTypes[format] === best);
}

/** The headers of a list in a format other than JSON: a file name and the address of the next page. */
export function fileHeaders(
  request: Request,
  headers: Readonly<RawHeaders>,
  format: ListFormat,
  list: ListRequest,
): RawHeaders {
  const disposition = `attachment; filename="${fileName(request)}.${format}"`;
  const inFormat = headers.map((text, i) => (headers[i - 1] === 'Link' ? inSameFormat(text, list) : text));
  return ['Content-Disposition', disposition, ...inFormat];
}

/** The path of the list without its version, such as streamer-aurora_plays-recent-streams. */
function fileName({ originalUrl, url }: Request): string {
  // The edge cache handles requests before Express sets originalUrl.
  const [, path = 'list'] = /\/v1\/([^?#]+)/i.exec(originalUrl ?? url) ?? [];
  return path
    .replace(/\.(csv|ndjson)$/i, '')
    .replace(/\W+/g, '-')
    .slice(0, 100);
}

/** Adds the format in the current URL to the address of the next page. */
function inSameFormat(link: string, { extension, hasByteOrderMark }: ListRequest): string {
  const named = extension === undefined ? link : link.replace('?', `.${extension}?`);
  return hasByteOrderMark ? named.replace('>', '&bom=true>') : named;
}
