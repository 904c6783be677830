import { reasonAgainst } from './requirements.js';

it('rejects a PostgreSQL version that is too old', () => {
  expect(reasonAgainst({ encoding: 'UTF8', version: 15 })).toBeUndefined();
  expect(reasonAgainst({ encoding: 'UTF8', version: 14 })).toBe(
    'The database server is PostgreSQL 14. Use PostgreSQL 15 or a later version.',
  );
});
