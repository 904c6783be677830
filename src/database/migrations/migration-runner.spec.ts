import { splitStatements } from './migration-runner.js';

it('splits statements at empty lines, except within bodies, strings and comments', () => {
  const statements = [
    '-- Don’t; it’s a comment;\nSELECT 1;',
    "-- Isn't;\nDO $body$\nBEGIN\n  EXECUTE $$SELECT 1;\n\nSELECT 2;\n\n$$;\n\nEND $body$;",
    "SELECT 'a;\n\nb', 'it''s;\n\n';",
    'DO $$ BEGIN PERFORM 1;\n\nEND $$;',
  ];
  expect(splitStatements(`${statements.join('\n\n')}\n`)).toEqual(statements);
});
