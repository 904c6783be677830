import { applyDecorators, Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';
import { FailureSentence } from '../http/operation.decorator.js';

/** A controller of pages, which everybody may open, and which are no part of the API. */
export function PageController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), ApiExcludeController(), Public());
}

/** A handler for a page, with the sentence that readers see when it fails. */
export function ShowPage(path: string, failure: string): MethodDecorator {
  return applyDecorators(Get(path), FailureSentence(failure));
}
