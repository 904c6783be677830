import { Reflector } from '@nestjs/core';
import type { Request } from 'express';

/** The number of rate limit units that a request costs. */
export interface UnitRule {
  /** Computes units from the raw query, because the rate limit runs before validation. */
  unitsFor(query: Request['query']): number;
  /** A sentence about the rule for the OpenAPI document. */
  description: string;
}

/** The {@link UnitRule} of an operation or page. The default is one unit per request. */
export const RequestUnits = Reflector.createDecorator<UnitRule>();
