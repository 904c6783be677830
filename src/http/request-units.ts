import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

/** How many units of the rate limit a request spends. */
export interface UnitRule {
  /** Units by the query as the client sent it: the rate limit comes before validation. */
  of(query: Request['query']): number;
  /** The rule in a sentence, for the OpenAPI document. */
  description: string;
}

/** The {@link UnitRule} of an operation or a page. Others spend one unit a request. */
export const RequestUnits = Reflector.createDecorator<UnitRule>();

function fixedUnits(units: number): UnitRule {
  return { of: () => units, description: `A request spends ${units} units of the rate limit.` };
}

/** Of graphs, which read all samples of a time. */
export const graphUnits = fixedUnits(10);

/** Of the page that compares streamers. */
export const compareUnits = fixedUnits(5);

/** Of the page of a streamer. */
export const rangeUnits: UnitRule = {
  of: ({ range }) => (range === 'all' ? 5 : 1),
  description: 'A request with range=all spends 5 units of the rate limit.',
};

const namesOfUnit = 20;

/** Of requests for many streamers by name. */
export const namesUnits: UnitRule = {
  of: ({ names }) => (typeof names === 'string' ? Math.max(1, Math.ceil(names.split(',').length / namesOfUnit)) : 1),
  description: `A request spends one unit of the rate limit for each ${namesOfUnit} names.`,
};

/** Of lists that look through many streamers to find those of a page. */
export const searchedListUnits: UnitRule = {
  of: ({ live, cursor }) => (live !== undefined || Number(cursor) >= 1_000 ? 5 : 1),
  description: 'A request with live, or with a cursor of 1,000 or more, spends 5 units of the rate limit.',
};
