import { acceptedFormat } from './list-response.js';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['*/*', undefined],
  ['application/json', undefined],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', undefined],
  ['text/*', undefined],
  ['image/png', undefined],
  ['text/csv', 'csv'],
  ['TEXT/CSV', 'csv'],
  ['text/csv; charset=utf-8', 'csv'],
  ['text/csv;header=present', 'csv'],
  ['text/csv;header=absent', undefined],
  ['text/csv, */*', 'csv'],
  ['*/*, text/csv', 'csv'],
  ['text/csv;q=0.5, application/json', undefined],
  ['text/csv;q=0', undefined],
  ['text/csv;q=0, */*', undefined],
  ['application/x-ndjson', 'ndjson'],
  ['application/x-ndjson, text/csv', 'ndjson'],
  ['text/csv, application/x-ndjson', 'csv'],
  ['application/x-ndjson;q=0.2, text/csv;q=0.3', 'csv'],
  ['application/x-ndjson-seq', undefined],
])('parses Accept %s as form %s', (header, form) => {
  expect(acceptedFormat(header)).toBe(form);
});
