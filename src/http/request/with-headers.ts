/** The body and headers of a 200 from the cache. CSV and NDJSON, which have only rows, get `headersOfRows`. */
export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>>,
    readonly headersOfRows: Readonly<Record<string, string>> = headers,
  ) {}
}
