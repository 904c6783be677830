import type { Request, Response } from 'express';
import { setHeaders } from '../http/request/raw-headers.js';
import { acceptedEncoding } from './accepted-encoding.js';
import { StoredResponse } from './stored-response.js';

/** Sends a public file in an encoding that the client accepts, or a 304. */
export async function sendFile(
  request: Request,
  response: Response,
  file: StoredResponse,
  cacheControl: string,
): Promise<void> {
  const representation = await file.in(acceptedEncoding(request.headers['accept-encoding']));
  setHeaders(response, file.headers);
  response.setHeader('Cache-Control', cacheControl);
  response.vary('Accept-Encoding').setHeader('ETag', representation.etag);
  if (file.matches(request.headers['if-none-match'] ?? '')) return void response.status(304).end();
  if (representation.encoding !== 'identity') response.setHeader('Content-Encoding', representation.encoding);
  response.setHeader('Content-Length', representation.body.length);
  response.end(request.method === 'HEAD' ? undefined : representation.body);
}
