import { applyDecorators, Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';
import { FailureMessage } from '../http/request/operation.decorator.js';
import { RequestUnits, UnitRule } from '../http/request/request-units.js';

/** A controller of pages. Pages are public and are not part of the API. */
export function PageController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), ApiExcludeController(), Public());
}

/** A handler of a page. `failure` is the sentence that readers see if the handler fails. */
export function ShowPage(path: string | string[], failure: string, units?: UnitRule): MethodDecorator {
  return applyDecorators(Get(path), FailureMessage(failure), ...(units ? [RequestUnits(units)] : []));
}
