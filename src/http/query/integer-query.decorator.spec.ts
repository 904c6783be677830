import { BadRequestException } from '@nestjs/common';
import fc from 'fast-check';
import { IntegerQuery } from './integer-query.decorator.js';
import { RequestValidationPipe } from './validation.pipe.js';
import { propertyRuns } from '../../../test/support/data/property-runs.js';

class PageQuery {
  @IntegerQuery({ description: 'Size.', default: 20, minimum: 1, maximum: 100 })
  size = 20;
}

const message = 'size must be an integer from 1 to 100';

describe('IntegerQuery', () => {
  it('uses the default if the parameter is missing', async () => {
    await expect(read({})).resolves.toEqual({ size: 20 });
  });

  it.each([
    ['1', 1],
    ['42', 42],
    ['100', 100],
  ])('reads %j as a number', async (text, size) => {
    await expect(read({ size: text })).resolves.toEqual({ size });
  });

  it.each([
    ...['', ' ', '0', '101', '-1', '-0', '+1', ' 1', '1 ', '01', '1.5', '1.0', '1.', '.5', '1e1', '1E1', '0x10', '0b1'],
    ...['0o7', '1_0', '1,0', '1n', 'abc', 'NaN', 'Infinity', 'true', 'null', '1\n', '١', '１', '9'.repeat(40)],
  ])('rejects %j', async (text) => {
    await expect(read({ size: text })).rejects.toEqual(new BadRequestException(message));
  });

  it.each([[['1', '2']], [['1', '1']], [['1']], [[]], [{ a: '1' }], [null], [true]])('rejects %j', async (size) => {
    await expect(read({ size })).rejects.toEqual(new BadRequestException(message));
  });

  it('ignores unknown parameters', async () => {
    await expect(read({ size: '5', other: '1', constructor: 'x' })).resolves.toEqual({ size: 5 });
  });

  it('reads every integer of its range', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), async (size) => {
        await expect(read({ size: String(size) })).resolves.toEqual({ size });
      }),
      propertyRuns(),
    );
  });

  it('rejects all texts except the plain decimal form of integers in its range', async () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789+-.exE_ ') }));
    await fc.assert(
      fc.asyncProperty(text, async (size) => {
        const isSpelling = String(Number(size)) === size && Number.isInteger(Number(size));
        const isValid = isSpelling && Number(size) >= 1 && Number(size) <= 100;
        const answer = await read({ size }).catch((error: unknown) => error);
        expect(answer).toEqual(isValid ? { size: Number(size) } : new BadRequestException(message));
      }),
      propertyRuns(),
    );
  });
});

async function read(query: object): Promise<unknown> {
  return new RequestValidationPipe().transform(query, { type: 'query', metatype: PageQuery });
}
