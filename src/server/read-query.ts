import { parse, ParsedUrlQuery } from 'node:querystring';

/** No operation has more parameters. Each one costs time in each part that reads the query. */
const mostParameters = 32;

/** The parameters of a query, as Express reads them by default, but no more than the first 32. */
export function readQuery(text: string): ParsedUrlQuery {
  return parse(text, undefined, undefined, { maxKeys: mostParameters });
}
