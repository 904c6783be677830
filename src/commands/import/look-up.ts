/**
 * SQL that joins the row `alias` of a table that has a key, or nulls. OFFSET 0 has each row looked up by itself, whatever the planner
 * thinks of the table, so that an observation takes the same time however many rows there are by then.
 */
export function lookUp(table: string, alias: string, key: string, value: string): string {
  return `LEFT JOIN LATERAL (SELECT q.* FROM ${table} q WHERE q.${key} = ${value} OFFSET 0) ${alias} ON TRUE`;
}
