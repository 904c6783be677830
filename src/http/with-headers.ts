/** The body of a 200 with headers that belong to it. Only cached operations may return it. */
export class WithHeaders<Body> {
  constructor(
    readonly body: Body,
    readonly headers: Readonly<Record<string, string>>,
  ) {}
}
