import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension, ApiOperation } from '@nestjs/swagger';
import { RawHeaders } from './raw-headers.js';

/** The headers that each answer of an operation has. */
export const OperationHeaders = Reflector.createDecorator<RawHeaders>();

export interface Deprecation {
  /** Since when the operation is deprecated: a date or a time in ISO 8601, UTC. */
  since: string;
  /** When it is to go, if that is known. */
  sunset?: string;
  /** The page that says what to use instead. */
  link: string;
}

/** Where the OpenAPI document has the deprecation of an operation. */
export const deprecationExtension = 'x-deprecation';

/**
 * Deprecates an operation: all of its answers have the headers `Deprecation` (RFC 9745), `Sunset` (RFC 8594) and `Link`, and the
 * OpenAPI document says so.
 */
export function Deprecated(deprecation: Deprecation): MethodDecorator {
  return applyDecorators(
    OperationHeaders(deprecationHeaders(deprecation)),
    // Without a summary, or Swagger would put an empty one in the place of the operation's.
    ApiOperation({ summary: undefined, deprecated: true }),
    ApiExtension(deprecationExtension, deprecation),
  );
}

/** The headers that tell of a deprecation. */
export function deprecationHeaders({ since, sunset, link }: Deprecation): RawHeaders {
  const begin = momentOf(since);
  const headers = [
    'Deprecation',
    `@${begin.getTime() / 1000}`,
    'Link',
    `<${link}>; rel="deprecation"; type="text/html"`,
  ];
  if (sunset === undefined) return headers;
  const end = momentOf(sunset);
  if (end < begin) throw new Error(`An operation cannot go (${sunset}) before it is deprecated (${since}).`);
  return [...headers, 'Sunset', end.toUTCString()];
}

function momentOf(text: string): Date {
  const moment = new Date(text);
  if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(moment.getTime())) {
    throw new Error(`"${text}" is no date such as 2026-10-01.`);
  }
  moment.setMilliseconds(0);
  return moment;
}
