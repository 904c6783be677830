import { CellReader, countCell, idCell, loginCell, optional, tagsCell, textCell } from '../cells.js';
import { dateCell } from '../date-cell.js';
import { FieldError, refuse } from '../field-error.js';
import { ImportColumn, StagedKind } from '../import-kind.js';
import { urlCell } from '../url-cell.js';
import { HelixItem, HelixShape } from './helix-item.js';

const columns: ImportColumn[] = [
  { name: 'shape', type: 'text' },
  { name: 'at', type: 'date' },
  { name: 'ordinal', type: 'count' },
  { name: 'streamer_id', type: 'id' },
  { name: 'login', type: 'text' },
  { name: 'display_name', type: 'text' },
  { name: 'profile_image', type: 'text' },
  { name: 'stream_id', type: 'id' },
  { name: 'started_at', type: 'date' },
  { name: 'title', type: 'text' },
  { name: 'game_name', type: 'text' },
  { name: 'tags', type: 'tags' },
  { name: 'thumbnail', type: 'text' },
  { name: 'viewers', type: 'count' },
  { name: 'followers', type: 'count' },
];

type Cells = Partial<Record<string, string>>;

const nullCell = '\\N';
const thumbnailSize = { width: '1280', height: '720' };
const displayNameCell = textCell(1, 100);
const titleCell = textCell(0, 500);
const gameCell = textCell(0, 200);

/** Everything that pages say, in one staging table. */
export const sightings: StagedKind = {
  name: 'helix',
  columns,

  toRow(record) {
    const seen = record as unknown as HelixItem;
    const cells: Cells = { shape: seen.shape, at: seen.at, ordinal: String(seen.index), ...readers[seen.shape](seen) };
    return columns.map(({ name }) => cells[name] ?? nullCell).join('\t');
  },
};

const readers: Readonly<Record<HelixShape, (seen: HelixItem) => Cells>> = {
  stream(seen) {
    const read = reader(seen);
    return {
      ...nameCells(seen, 'user_login', 'user_name'),
      streamer_id: read('user_id', idCell),
      stream_id: read('id', idCell),
      started_at: read('started_at', dateCell),
      title: read('title', maybe(titleCell)),
      game_name: read('game_name', maybe(gameCell)),
      tags: read('tags', maybe(tagsCell)),
      thumbnail: read('thumbnail_url', unlessBlank(thumbnailCell)),
      viewers: read('viewer_count', countCell),
    };
  },

  user(seen) {
    const read = reader(seen);
    return {
      ...nameCells(seen, 'login', 'display_name'),
      streamer_id: read('id', idCell),
      profile_image: read('profile_image_url', unlessBlank(urlCell)),
    };
  },

  followers({ item, broadcasterId }) {
    if (broadcasterId === undefined) {
      throw new FieldError('broadcaster_id', 'is missing; put it beside "data", or name it with --broadcaster-id');
    }
    return { streamer_id: idCell(broadcasterId, 'broadcaster_id'), followers: countCell(item.total, 'total') };
  },

  nobody: () => ({}),
};

/** Old captures have no logins, where names that may be one are it; names may be blank, and then the login is shown. */
function nameCells(seen: HelixItem, loginName: string, displayName: string): Cells {
  const read = reader(seen);
  const shown = read(displayName, unlessBlank(displayNameCell));
  const login = read(loginName, unlessBlank(loginCell));
  if (login === nullCell && shown === nullCell) refuse(`data[${seen.index}].${loginName}`, null, 'a login');
  const isLogin = /^[a-z0-9_]{1,25}$/i.test(shown);
  return {
    login: login === nullCell && isLogin ? shown.toLowerCase() : login,
    display_name: shown === nullCell ? login : shown,
  };
}

function reader({ index, item }: HelixItem): (name: string, read: CellReader) => string {
  return (name, read) => read(item[name], `data[${index}].${name}`);
}

function maybe(read: CellReader): CellReader {
  return (value, property) => optional(read, value, property);
}

function unlessBlank(read: CellReader): CellReader {
  return (value, property) => optional(read, value === '' ? null : value, property);
}

/** Helix leaves the size open, as in `...-{width}x{height}.jpg`. */
function thumbnailCell(value: unknown, property: string): string {
  if (typeof value !== 'string') return urlCell(value, property);
  return urlCell(
    value.replaceAll('{width}', thumbnailSize.width).replaceAll('{height}', thumbnailSize.height),
    property,
  );
}
