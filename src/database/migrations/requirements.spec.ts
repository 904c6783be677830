import { reasonAgainst } from './requirements.js';

it('rejects a PostgreSQL version that is too old', () => {
  const facts = { encoding: 'UTF8', role: 'owner', has_schema: true, may_create: true };
  expect(reasonAgainst({ ...facts, version: 15 })).toBeUndefined();
  expect(reasonAgainst({ ...facts, version: 14 })).toBe(
    'The database server is PostgreSQL 14. Use PostgreSQL 15 or a later version.',
  );
});
