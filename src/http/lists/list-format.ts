import { Reflector } from '@nestjs/core';

/** The formats of a list in addition to JSON, named like the endings of paths. */
export const listFormats = ['csv', 'ndjson'] as const;
export type ListFormat = (typeof listFormats)[number];

/** The media type of each format. */
export const listTypes: Readonly<Record<ListFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The columns of the rows that an operation lists. Operations without columns return JSON only. */
export const ListColumns = Reflector.createDecorator<readonly string[]>();

/** The OpenAPI extension that names the columns of a list in the order of the CSV file. */
export const columnsExtension = 'x-columns';

export const invalidByteOrderMark = 'bom must be true or false';

/** The format of a list that the URL of a request selects. */
export interface ListRequest {
  columns: readonly string[];
  /** The extension of the path. Without an extension, `Accept` selects the format. */
  extension: ListFormat | undefined;
  /** True if CSV starts with a byte order mark. */
  hasByteOrderMark: boolean;
}
