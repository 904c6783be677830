/** SQL for the columns of a row of which `row_to_json` makes the JSON of a `Value`, its fields in this order. */
export function jsonFields<Value>(fields: Record<keyof Value, string>): string {
  return Object.entries<string>(fields)
    .map(([name, column]) => `${column} AS ${name}`)
    .join(', ');
}
