import { Get, Param, Query } from '@nestjs/common';
import { CursorQuery, IntegerQuery } from './integer-query.decorator.js';
import { HandlerParameters } from './handler-parameters.js';
import { UtcQuery } from './query-parameters.decorator.js';
import { RangeQuery } from './range.query.js';

class Path {
  static readonly notFound = 'No thing has this size.';

  @IntegerQuery({ description: 'Size.', minimum: 1, maximum: 9 })
  size: number;
}

class PageQuery extends RangeQuery {
  @CursorQuery('things')
  cursor = 0;
}

class UtcRangeQuery {
  @UtcQuery('sizes are in UTC')
  tz?: string;
}

class Controller {
  @Get()
  list(@Param() path: Path, @Query() query: PageQuery) {
    return [path, query];
  }

  @Get()
  find(@Query() query: UtcRangeQuery) {
    return query;
  }
}

const ofList = new HandlerParameters(Controller.prototype, 'list');
const ofOne = new HandlerParameters(Controller.prototype, 'find');

it('takes the error 404 from any class, and the error 400 from the last class with a message', () => {
  expect(ofList).toMatchObject({ notFound: Path.notFound, badRequest: expect.stringMatching(/^cursor must be /) });
  expect(ofOne).toMatchObject({ notFound: undefined, badRequest: 'tz must be UTC, because sizes are in UTC' });
});

it('recognizes a page by its cursor', () => {
  expect([ofList.isPaged, ofOne.isPaged]).toEqual([true, false]);
});
