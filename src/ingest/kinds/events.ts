import { refuseValue } from '../errors.js';
import { ColumnType, date, flag, id, text, url } from './column-types.js';
import { defineKind } from './kind.js';

const title = text(1, 500);
const description = text(0, 10_000);
/** Stored in lower case. */
const color: ColumnType = {
  sql: 'text',
  cell(value, property) {
    if (typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase();
    return refuseValue(property, value, 'a color in the form #rrggbb, such as "#9147ff"');
  },
};

const role: ColumnType = {
  sql: 'text',
  cell(value, property) {
    if (value === 'official' || value === 'co_stream') return value;
    return refuseValue(property, value, 'official or co_stream');
  },
};

/** Events have no `newest`: they may be planned, so their dates do not show the age of the data. */
export const events = defineKind({
  name: 'events',
  columns: [
    { name: 'id', type: id, isKey: true },
    { name: 'title', type: title },
    { name: 'description', type: description, optional: true },
    { name: 'started_at', type: date },
    { name: 'ended_at', type: date, optional: true, notBefore: 'started_at' },
    { name: 'logo_url', type: url, optional: true },
    // Anybody may own an event.
    { name: 'user_id', type: id, optional: true, refersTo: 'streamers', mayBeUnknown: true },
    { name: 'is_public', type: flag },
    { name: 'host_stream_id', type: id, optional: true, refersTo: 'streams', isNotOwner: true },
  ],
});

export const eventStreams = defineKind({
  name: 'event_streams',
  columns: [
    { name: 'event_id', type: id, isKey: true, refersTo: 'events' },
    { name: 'stream_id', type: id, isKey: true, refersTo: 'streams' },
    { name: 'role', type: role, optional: true },
  ],
});

export const eventMarkers = defineKind({
  name: 'event_markers',
  columns: [
    { name: 'id', type: id, isKey: true },
    { name: 'event_id', type: id, refersTo: 'events' },
    { name: 'title', type: title },
    { name: 'description', type: description, optional: true },
    { name: 'timestamp', type: date },
    { name: 'color', type: color },
  ],
});
