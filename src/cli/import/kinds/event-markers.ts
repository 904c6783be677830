import { idCell, optional, textCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { refuse } from '../field-error.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';

const columns: ImportColumn[] = [
  { name: 'id', type: 'id' },
  { name: 'event_id', type: 'id' },
  { name: 'title', type: 'text' },
  { name: 'description', type: 'text', optional: true },
  { name: 'timestamp', type: 'date' },
  { name: 'color', type: 'text' },
];

const checkProperties = knownProperties('event_markers', columns);
const titleCell = textCell(1, 500);
const descriptionCell = textCell(0, 10_000);

export const eventMarkers: ImportKind = {
  name: 'event_markers',
  columns,
  key: ['id'],
  references: [{ column: 'event_id', table: 'events', noun: 'event' }],

  toRow(record) {
    checkProperties(record);
    return [
      idCell(record.id, 'id'),
      idCell(record.event_id, 'event_id'),
      titleCell(record.title, 'title'),
      optional(descriptionCell, record.description, 'description'),
      dateCell(record.timestamp, 'timestamp'),
      colorCell(record.color, 'color'),
    ].join('\t');
  },
};

/** A colour in lower case. */
function colorCell(value: unknown, property: string): string {
  if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
  return refuse(property, value, 'a colour as #rrggbb, such as "#9147ff"');
}
