/**
 * The JSON of a value as text, as PostgreSQL has it. It goes out as it is: most of a request's time would go into making objects of it
 * and making them text again.
 */
export class JsonText<Value> {
  constructor(readonly text: string) {}

  /** Of a list, from the JSON of its items with commas between; null, which `string_agg` answers for none, is []. */
  static list<Item>(items: string | null): JsonText<Item[]> {
    return new JsonText(`[${items ?? ''}]`);
  }

  /** Of an object, fields of which may be JSON already. */
  static object<Value extends object>(fields: {
    [Field in keyof Value]: Value[Field] | JsonText<Value[Field]>;
  }): JsonText<Value> {
    const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}:${jsonOf(value)}`);
    return new JsonText(`{${members.join()}}`);
  }

  parse(): Value {
    return JSON.parse(this.text) as Value;
  }
}

/** JSON of a value, which may be JSON already. */
export function jsonOf(value: unknown): string {
  return value instanceof JsonText ? value.text : JSON.stringify(value);
}
