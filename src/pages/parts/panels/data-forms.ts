import { Addressed, addressOf, withQuery } from '../names/link.js';

type Query = Readonly<Record<string, string | number | undefined>>;

/** The API addresses of some data by format. */
export interface DataForms {
  json: string;
  csv?: string;
  svg?: string;
}

/** Returns the formats of an operation: JSON, and the formats that its path supports as an extension. */
export function dataForms(path: string, query: Query = {}, endings: readonly ('csv' | 'svg')[] = []): DataForms {
  const others = endings.map((ending) => [ending, withQuery(`${path}.${ending}`, query)]);
  return { json: withQuery(path, query), ...(Object.fromEntries(others) as Partial<DataForms>) };
}

/** Returns the {@link dataForms} of an operation below `/v1/streamer/{name}`. */
export function streamerForms(
  streamer: Addressed,
  operation: string,
  query: Query = {},
  endings: readonly ('csv' | 'svg')[] = [],
): DataForms {
  return dataForms(`/v1/streamer/${addressOf(streamer)}/${operation}`, query, endings);
}
