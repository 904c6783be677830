/** The response of operations that exist only in tests. */
export class Echo {
  id: string;
}

/** The options of `@Read` for these operations. */
export const echoOperation = {
  summary: 'Echo',
  description: 'Returns the ID of the request.',
  ok: Echo,
  okDescription: 'The id.',
};
