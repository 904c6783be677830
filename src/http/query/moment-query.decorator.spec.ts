import { RequestValidationPipe } from './validation.pipe.js';
import { MomentQuery } from './moment-query.decorator.js';

class Query {
  @MomentQuery('A moment.')
  from?: string;
}

const read = async (query: Record<string, unknown>): Promise<Query> =>
  (await new RequestValidationPipe().transform(query, { type: 'query', metatype: Query })) as Query;

describe('MomentQuery', () => {
  it.each([
    ['2026-10-01', '2026-10-01T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-10-01T12:30Z', '2026-10-01T12:30:00.000Z'],
    ['2026-10-01T12:30:45.5Z', '2026-10-01T12:30:45.500Z'],
    ['2026-10-01T00:30:00+02:00', '2026-09-30T22:30:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ])('reads %s', async (from, moment) => {
    expect((await read({ from })).from).toBe(moment);
  });

  it('is undefined if missing', async () => {
    expect((await read({})).from).toBeUndefined();
  });

  it.each([
    ...['', ' ', 'yesterday', '2026', '2026-10', '2026-13-01', '2026-02-30', '2026-02-29', '20261001', '2026-10-01 '],
    ...['2026-10-01T12:00:00', '2026-10-01T25:00Z', '2026-10-01T12:00:00.1234Z', '2026-10-01 12:00Z', '+02026-10-01'],
    ...[
      '0000-12-31',
      '0001-01-01T00:00+00:01',
      '2026-10-01T00:00:00 02:00',
      '9999-12-31T23:59-23:59',
      '1790000000',
      ['2026-10-01', '2026-10-02'],
    ],
  ])('rejects %j', async (from) => {
    await expect(read({ from })).rejects.toThrow(
      'from must be a date such as 2026-10-01 or a time such as 2026-10-01T12:00:00Z (write the + of an offset as %2B)',
    );
  });
});
