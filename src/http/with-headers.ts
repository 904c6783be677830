/**
 * The body and headers of a 200. Only cached operations may return it. `headersOfRows` apply to CSV and NDJSON, which
 * contain only the rows.
 */
export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>>,
    readonly headersOfRows: Readonly<Record<string, string>> = headers,
  ) {}
}
