/** An operation that a request asks for, before it is known whether it has to be carried out to answer. */
export class OperationCall {
  /** The template of the route that asked for it, by which its answers are counted. */
  route: string | undefined;

  constructor(
    /** The operation and its arguments in canonical form: what the answer depends on, and nothing else. */
    readonly key: string,
    /** Answers of a group are outdated together. */
    readonly group: string | undefined,
    readonly load: () => Promise<unknown>,
  ) {}
}
