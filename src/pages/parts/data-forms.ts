import { Addressed, addressOf, withQuery } from './link.js';

type Query = Readonly<Record<string, string | number | undefined>>;

/** The addresses of some data for programs, by the names of their formats. */
export interface DataForms {
  json: string;
  csv?: string;
  svg?: string;
}

/** The forms that an operation has: JSON, and those whose ending its path takes. */
export function dataForms(path: string, query: Query = {}, endings: readonly ('csv' | 'svg')[] = []): DataForms {
  const others = endings.map((ending) => [ending, withQuery(`${path}.${ending}`, query)]);
  return { json: withQuery(path, query), ...(Object.fromEntries(others) as Partial<DataForms>) };
}

/** The {@link dataForms} of an operation below `/v1/streamer/{name}`. */
export function streamerForms(
  streamer: Addressed,
  operation: string,
  query: Query = {},
  endings: readonly ('csv' | 'svg')[] = [],
): DataForms {
  return dataForms(`/v1/streamer/${addressOf(streamer)}/${operation}`, query, endings);
}
