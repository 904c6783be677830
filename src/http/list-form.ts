import { Reflector } from '@nestjs/core';

/** The forms of a list besides JSON, by the ending of its path. */
export const listForms = ['csv', 'ndjson'] as const;
export type ListForm = (typeof listForms)[number];

/** The media type of each form, as it is sent. */
export const listTypes: Readonly<Record<ListForm, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The columns of the rows that an operation lists. Operations without them answer JSON only. */
export const ListColumns = Reflector.createDecorator<readonly string[]>();

/** Where the OpenAPI document names the columns of a list, in their order in CSV. */
export const columnsExtension = 'x-columns';

export const badMark = 'bom must be true or false';

/** What the URL of a request for a list says about the form of the answer. */
export interface ListRequest {
  columns: readonly string[];
  /** The form that the path ends in. Without an ending, `Accept` decides. */
  ending: ListForm | undefined;
  /** Whether CSV shall begin with a byte order mark. */
  hasMark: boolean;
}
