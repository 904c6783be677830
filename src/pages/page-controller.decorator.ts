import { applyDecorators, Controller } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Public } from '../auth/public.decorator.js';

/** A controller of pages, which everybody may open, and which are no part of the API. */
export function PageController(path: string): ClassDecorator {
  return applyDecorators(Controller(path), ApiExcludeController(), Public());
}
