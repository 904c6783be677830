import { kindNames } from '../../src/ingest/kinds/kinds.js';

export interface Tables {
  reads: string[];
  writes: string[];
}

/** Returns the tables in the comments of a step: `Reads a, b; writes c (some column), d.` */
export function declaredTables(source: string): Tables {
  const comments = source.replaceAll(/\n \* /g, ' ');
  const sentences = [...comments.matchAll(/(?:Reads (?<reads>[^;.]+); w|W)rites (?<writes>[^;.]+)\./g)];
  const named = (verb: keyof Tables) =>
    sentences.flatMap(({ groups }) => groups?.[verb]?.replaceAll(/ \([^)]*\)/g, '').split(', ') ?? []);
  return tablesOf(named('reads'), named('writes'), source);
}

/** Returns the tables in the statements of a step: those after FROM, JOIN and USING, and those that they change. */
export function statementTables(statements: readonly string[], source: string): Tables {
  const sql = statements.join(';\n').replaceAll(/--.*/g, '');
  const locals = new Set([...sql.matchAll(/(\w+)(?= AS (?:MATERIALIZED )?\(| CURSOR FOR)/g)].map(([name]) => name));
  const named = (pattern: RegExp) => (sql.match(pattern) ?? []).filter((name) => !locals.has(name));
  return tablesOf(
    named(/(?<=(?<!DELETE |DISTINCT )(?:FROM|JOIN|USING) )[a-z_]+(?![\w.(])/g),
    named(/(?<=(?:INSERT INTO|UPDATE|DELETE FROM|TRUNCATE|COPY|ALTER TABLE) )[a-z_]+/g),
    source,
  );
}

const records = ['import_rows', 'import_changes', 'data_summary'];
const prefixed = RegExp(`^(staging_|stored_)(?:${kindNames.join('|')})$`);

/** A step that has `staging_KIND` in its comments handles each kind, and does not name the tables of one. */
function tablesOf(reads: readonly string[], writes: readonly string[], source: string): Tables {
  const generalName = (table: string) =>
    kindNames.includes(table) ? 'the table of the kind' : table.replace(prefixed, '$1KIND');
  const nameOf = source.includes('staging_KIND') ? generalName : (table: string) => table;
  const distinct = (tables: readonly string[]) =>
    new Set(tables.filter((table) => !records.includes(table)).map(nameOf));
  return { reads: [...distinct(reads)].sort(), writes: [...distinct(writes)].sort() };
}
