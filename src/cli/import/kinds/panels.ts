import { readPanelLink } from '../../../partners/panel-url.js';
import { escapeCell, idCell, optional, textCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { endCell } from '../end-cell.js';
import { refuse } from '../field-error.js';
import { ImportColumn, ImportKind } from '../import-kind.js';
import { knownProperties } from '../properties.js';
import { urlCell } from '../url-cell.js';

const columns: ImportColumn[] = [
  { name: 'streamer_id', type: 'id' },
  { name: 'raw_url', type: 'text' },
  { name: 'created_at', type: 'date' },
  { name: 'removed_at', type: 'date', optional: true },
  { name: 'panel_image', type: 'text', optional: true },
  { name: 'url', type: 'text', derived: true },
  { name: 'root_domain', type: 'text', derived: true },
  { name: 'is_commercial', type: 'flag', derived: true },
];

// It is part of the primary key, and PostgreSQL indexes no more than 2,704 bytes.
const longestRawUrlBytes = 2_000;

const checkProperties = knownProperties('panels', columns);
const rawUrlCell = textCell(1, longestRawUrlBytes);

export const panels: ImportKind = {
  name: 'panels',
  columns,
  key: ['streamer_id', 'raw_url'],
  references: [{ column: 'streamer_id', table: 'streamers', noun: 'streamer' }],
  newest: 'created_at',

  toRow(record) {
    checkProperties(record);
    const createdAt = dateCell(record.created_at, 'created_at');
    const removedAt = endCell(record, 'removed_at', 'created_at', createdAt);
    return [
      idCell(record.streamer_id, 'streamer_id'),
      rawUrlCell(record.raw_url, 'raw_url'),
      createdAt,
      removedAt,
      optional(urlCell, record.panel_image, 'panel_image'),
      linkCells(record.raw_url as string),
    ].join('\t');
  },
};

function linkCells(rawUrl: string): string {
  const link = Buffer.byteLength(rawUrl) <= longestRawUrlBytes ? readPanelLink(rawUrl) : null;
  if (link === null) {
    return refuse(
      'raw_url',
      rawUrl,
      `an http or https address, with or without the scheme, of at most ${longestRawUrlBytes} bytes`,
    );
  }
  return `${escapeCell(link.url)}\t${escapeCell(link.rootDomain)}\t${link.isCommercial ? 't' : 'f'}`;
}
