import { Get, Param, Query } from '@nestjs/common';
import { HandlerParameters } from './handler-parameters.js';
import { CursorQuery } from './integer-query.decorator.js';
import { UtcQuery } from './query-parameters.decorator.js';

class Path {
  static readonly notFound = 'No thing has this position.';

  @CursorQuery('things')
  cursor: number;
}

class UtcParameters {
  @UtcQuery('sizes are in UTC')
  tz?: string;
}

class Controller {
  @Get()
  list(@Param() path: Path, @Query() query: UtcParameters) {
    return [path, query];
  }
}

it('takes the error 404 from any class, the error 400 from the last one with a message, and pages from a cursor', () => {
  expect(new HandlerParameters(Controller.prototype, 'list')).toMatchObject({
    notFound: Path.notFound,
    badRequest: 'tz must be UTC, because sizes are in UTC',
    isPaged: true,
  });
});
