/**
 * The body of a 200 with headers that belong to it. Only cached operations may return it. `headersOfRows` come with the forms of
 * the answer that hold its rows alone, CSV and NDJSON.
 */
export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>>,
    readonly headersOfRows: Readonly<Record<string, string>> = headers,
  ) {}
}
