import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { OpenApiContract } from '../support/http/openapi-contract.js';
import { RawResponse, valueOf } from '../support/http/raw-responses.js';
import { FuzzRequest } from './fuzz-request.js';
import { marker } from './hostile-texts.js';

/** Statuses that every operation may return, even if the document does not list them. */
const general = [400, 404, 405, 408, 414, 417, 429, 431];
const json = 'application/json; charset=utf-8';

/** Lists the faults of a response to a request; [] without faults. */
export function findFaults(contract: OpenApiContract, { method, target }: FuzzRequest, answer: RawResponse): string[] {
  const { status, headers, body } = answer;
  const faults = [...echoes(answer)];
  if (status >= 500) faults.push(`the status is ${status}`);
  if (body.length === 0) return [...faults, ...faultsWithoutBody(method, answer)];
  const path = pathOf(target);
  // The document does not describe `/`. Static files handle conditions and ranges themselves.
  const isDocs =
    /^\/(docs|llms\.txt|favicon\.ico|robots\.txt|\/?$)/i.test(path) &&
    (status < 400 || status === 412 || status === 416);
  if (isDocs) return faults;
  if (status === 200 && contract.templateOf(path)?.endsWith('.svg')) return [...faults, ...pictureFaults(answer)];
  if (valueOf(headers, 'content-type') !== json) faults.push(`the type is ${valueOf(headers, 'content-type')}`);
  return [...faults, ...schemaFaults(contract, path, status, decoded(answer))];
}

function faultsWithoutBody(method: string, { status, headers }: RawResponse): string[] {
  if (method === 'HEAD' || status === 304 || (method === 'OPTIONS' && status === 204)) return [];
  // An empty file of Swagger UI.
  if (status === 200 && valueOf(headers, 'content-length') === '0') return ['the body is empty'];
  return [`${status} has no body`];
}

function pictureFaults(answer: RawResponse): string[] {
  const type = valueOf(answer.headers, 'content-type');
  if (type !== 'image/svg+xml') return [`the type is ${type}`];
  return /^<svg [^]*<\/svg>$/.test(decoded(answer)) ? [] : ['the body is not SVG'];
}

function schemaFaults(contract: OpenApiContract, path: string, status: number, text: string): string[] {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return ['the body is not JSON'];
  }
  const isGeneral = general.includes(status);
  const violations = contract.findViolations(isGeneral ? '/' : path, status, body);
  return isGeneral || status === 200 ? violations : [...violations, ...undocumented(contract, path, status)];
}

function undocumented(contract: OpenApiContract, path: string, status: number): string[] {
  return contract.templateOf(path) === undefined ? [`${status} is not documented`] : [];
}

/** Finds parts of the request in the response, which a browser or a proxy could misinterpret, and redirects. */
function echoes({ head, body, status }: RawResponse): string[] {
  const faults = [];
  // The service returns a request ID of harmless characters.
  if (head.replace(/\r\nX-Request-Id: [\w.:-]+/, '').includes(marker)) faults.push('a header repeats the request');
  if (body.includes(marker)) faults.push('the body repeats the request');
  if (/\r\nlocation: (?!\.?\/docs)/i.test(head)) faults.push('the response redirects elsewhere');
  if (status >= 300 && status < 400 && status !== 304) faults.push(`the status is ${status}`);
  return faults;
}

/** The decoded body of a response. */
export function decoded({ headers, body }: Pick<RawResponse, 'headers' | 'body'>): string {
  const encoding = valueOf(headers, 'content-encoding');
  if (encoding === 'br') return brotliDecompressSync(body).toString();
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

/** The path of a request target, without the host of an absolute one. */
function pathOf(target: string): string {
  return target.replace(/^https?:\/\/[^/]*/i, '').split(/[?#]/, 1)[0] ?? '';
}
