import { OpenAPIObject } from '@nestjs/swagger';
import { columnsExtension, listFormats, listTypes } from '../../http/lists/list-format.js';
import { listText, listItems } from '../../response-cache/list-text.js';

const descriptions = {
  csv: 'CSV (RFC 4180) with the properties of an item as columns. A list in a field is JSON. Text that a spreadsheet could execute as a formula starts with an apostrophe.',
  ndjson: 'One line of JSON per item.',
};

const disposition = {
  description: 'File name of CSV and NDJSON.',
  schema: { type: 'string' as const },
  example: 'attachment; filename="leaderboard.csv"',
};

/** Adds CSV and NDJSON to lists, with examples made from the JSON example. */
export function addListForms(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const ok = get?.responses['200'];
    const columns = (get as Record<string, unknown> | undefined)?.[columnsExtension] as string[] | undefined;
    if (columns === undefined || !ok || !('content' in ok) || !ok.content) continue;
    ok.headers = { ...ok.headers, 'Content-Disposition': disposition };
    const rows = listItems(ok.content['application/json']?.example ?? []);
    for (const form of listFormats) {
      const [type = ''] = listTypes[form].split(';');
      ok.content[type] = {
        schema: { type: 'string', description: descriptions[form] },
        example: listText(form, rows, columns),
      };
    }
  }
}
