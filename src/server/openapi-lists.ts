import { OpenAPIObject } from '@nestjs/swagger';
import { columnsExtension, listForms, listTypes } from '../http/list-form.js';
import { listText, rowsOf } from '../response-cache/list-text.js';

const descriptions = {
  csv: 'RFC 4180, with the properties of an item as columns. A list in a field is JSON. A text that a spreadsheet would take for a formula begins with an apostrophe.',
  ndjson: 'A line of JSON for each item.',
};

const disposition = {
  description: 'The name for a file, of CSV and NDJSON.',
  schema: { type: 'string' as const },
  example: 'attachment; filename="leaderboard.csv"',
};

/** Adds the forms that lists have besides JSON, with an example that is made of that of the JSON. */
export function addListForms(document: OpenAPIObject): void {
  for (const { get } of Object.values(document.paths)) {
    const ok = get?.responses['200'];
    const columns = (get as Record<string, unknown> | undefined)?.[columnsExtension] as string[] | undefined;
    if (columns === undefined || !ok || !('content' in ok) || !ok.content) continue;
    ok.headers = { ...ok.headers, 'Content-Disposition': disposition };
    const rows = rowsOf(ok.content['application/json']?.example ?? []);
    for (const form of listForms) {
      const [type = ''] = listTypes[form].split(';');
      ok.content[type] = {
        schema: { type: 'string', description: descriptions[form] },
        example: listText(form, rows, columns),
      };
    }
  }
}
