import { Reflector } from '@nestjs/core';

/** The forms of a list in addition to JSON, named like the endings of paths. */
export const listForms = ['csv', 'ndjson'] as const;
export type ListForm = (typeof listForms)[number];

/** The media type of each form. */
export const listTypes: Readonly<Record<ListForm, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The columns of the rows that an operation lists. Operations without columns return JSON only. */
export const ListColumns = Reflector.createDecorator<readonly string[]>();

/** The OpenAPI extension that names the columns of a list in the order of the CSV file. */
export const columnsExtension = 'x-columns';

export const badMark = 'bom must be true or false';

/** The form of a list that the URL of a request selects. */
export interface ListRequest {
  columns: readonly string[];
  /** The ending of the path. Without an ending, `Accept` selects the form. */
  ending: ListForm | undefined;
  /** True if CSV starts with a byte order mark. */
  hasMark: boolean;
}
