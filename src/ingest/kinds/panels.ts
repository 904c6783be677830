import { readPanelLink } from '../../partners/panel-url.js';
import { refuse } from '../errors.js';
import { date, escapeCell, flag, id, text, url } from './column-types.js';
import { defineKind } from './kind.js';

// The URL is part of the primary key, and PostgreSQL indexes at most 2,704 bytes.
const maxRawUrlBytes = 2_000;

export const panels = defineKind({
  name: 'panels',
  columns: [
    { name: 'streamer_id', type: id, refersTo: 'streamers' },
    { name: 'raw_url', type: text(1, maxRawUrlBytes) },
    { name: 'created_at', type: date },
    { name: 'removed_at', type: date, optional: true, notBefore: 'created_at' },
    { name: 'panel_image', type: url, optional: true },
    { name: 'url', type: url, derived: true },
    { name: 'root_domain', type: text(1, maxRawUrlBytes), derived: true },
    { name: 'is_commercial', type: flag, derived: true },
  ],
  key: ['streamer_id', 'raw_url'],
  newest: 'created_at',

  derive(record) {
    const rawUrl = record.raw_url as string;
    const link = Buffer.byteLength(rawUrl) <= maxRawUrlBytes ? readPanelLink(rawUrl) : null;
    if (link !== null) {
      return `${escapeCell(link.url)}\t${escapeCell(link.rootDomain)}\t${link.isCommercial ? 't' : 'f'}`;
    }
    return refuse(
      'raw_url',
      rawUrl,
      `an http or https address, with or without the scheme, of at most ${maxRawUrlBytes} bytes`,
    );
  },
});
