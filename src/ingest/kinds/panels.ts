import { PanelLink, readPanelLink } from '../../partners/panel-url.js';
import { refuseValue } from '../errors.js';
import { date, escapeCell, flag, id, text, url } from './column-types.js';
import { defineKind } from './kind.js';

// The URL is part of the primary key, and PostgreSQL indexes at most 2,704 bytes.
const maxRawUrlBytes = 2_000;

export const panels = defineKind({
  name: 'panels',
  columns: [
    { name: 'streamer_id', type: id, isKey: true, refersTo: 'streamers' },
    { name: 'raw_url', type: text(1, maxRawUrlBytes), isKey: true },
    { name: 'created_at', type: date },
    { name: 'removed_at', type: date, optional: true, notBefore: 'created_at' },
    { name: 'panel_image', type: url, optional: true },
    { name: 'url', type: url, derive: (record) => escapeCell(linkOf(record).url) },
    { name: 'root_domain', type: text(1, maxRawUrlBytes), derive: (record) => escapeCell(linkOf(record).rootDomain) },
    { name: 'is_commercial', type: flag, derive: (record) => (linkOf(record).isCommercial ? 't' : 'f') },
  ],
  newest: 'created_at',
});

const expected = `an http or https address, with or without the scheme, of at most ${maxRawUrlBytes} bytes`;

function linkOf({ raw_url: rawUrl }: Record<string, unknown>): PanelLink {
  const link = Buffer.byteLength(rawUrl as string) <= maxRawUrlBytes ? readPanelLink(rawUrl as string) : null;
  return link ?? refuseValue('raw_url', rawUrl, expected);
}
