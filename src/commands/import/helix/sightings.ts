import { FieldError, refuse } from '../errors.js';
import { CellReader, count, date, id, login, nullCell, optional, tags, text, url } from '../kinds/column-types.js';
import { StagedKind } from '../kinds/kind.js';

/** What is told apart by its shape: an item of a page, or a page of live streams that there were none on. */
export type Shape = 'stream' | 'user' | 'followers' | 'nobody';

/** One thing that a page says. As JSON it is a page again, of this thing alone, which can be imported. */
export class Sighting {
  readonly [property: string]: unknown;

  constructor(
    readonly shape: Shape,
    /** When the page was observed, as a cell. */
    readonly at: string,
    /** Its place on the page. */
    readonly index: number,
    readonly item: Readonly<Record<string, unknown>>,
    /** Of followers: whose they are. */
    readonly broadcasterId?: unknown,
  ) {}

  toJSON(): object {
    if (this.shape === 'followers') return { at: this.at, broadcaster_id: this.broadcasterId, ...this.item, data: [] };
    if (this.shape === 'nobody') return { at: this.at, data: [], pagination: {} };
    return { at: this.at, data: [this.item] };
  }
}

const columns = Object.entries({
  shape: 'text',
  at: 'timestamptz(3)',
  ordinal: 'bigint',
  streamer_id: 'bigint',
  login: 'text',
  display_name: 'text',
  profile_image: 'text',
  stream_id: 'bigint',
  started_at: 'timestamptz(3)',
  title: 'text',
  game_name: 'text',
  tags: 'text[]',
  thumbnail: 'text',
  viewers: 'bigint',
  followers: 'bigint',
}).map(([name, sql]) => ({ name, type: { sql } }));

type Cells = Partial<Record<string, string>>;

const displayNameCell = unlessBlank(text(1, 100).cell);
const titleCell = optional(text(0, 500).cell);
const gameCell = optional(text(0, 200).cell);

/** Everything that pages say, in one staging table. */
export const sightings: StagedKind = {
  name: 'helix',
  columns,

  toRow(record) {
    if (!(record instanceof Sighting)) throw new TypeError('Not a sighting');
    const { shape, at, index } = record;
    const cells: Cells = { shape, at, ordinal: String(index), ...readers[shape](record) };
    return columns.map(({ name }) => cells[name] ?? nullCell).join('\t');
  },
};

const readers: Readonly<Record<Shape, (seen: Sighting) => Cells>> = {
  stream: (seen) => ({
    ...nameCells(seen, 'user_login', 'user_name'),
    streamer_id: read(seen, 'user_id', id.cell),
    stream_id: read(seen, 'id', id.cell),
    started_at: read(seen, 'started_at', date.cell),
    title: read(seen, 'title', titleCell),
    game_name: read(seen, 'game_name', gameCell),
    tags: read(seen, 'tags', optional(tags.cell)),
    thumbnail: read(seen, 'thumbnail_url', unlessBlank(thumbnailCell)),
    viewers: read(seen, 'viewer_count', count.cell),
  }),

  user: (seen) => ({
    ...nameCells(seen, 'login', 'display_name'),
    streamer_id: read(seen, 'id', id.cell),
    profile_image: read(seen, 'profile_image_url', unlessBlank(url.cell)),
  }),

  followers({ item, broadcasterId }) {
    if (broadcasterId === undefined) {
      throw new FieldError('broadcaster_id', 'is missing; put it beside "data", or name it with --broadcaster-id');
    }
    return { streamer_id: id.cell(broadcasterId, 'broadcaster_id'), followers: count.cell(item.total, 'total') };
  },

  nobody: () => ({}),
};

/** Old captures have no logins: a name that may be a login is taken for it. Of a blank name the login is shown. */
function nameCells(seen: Sighting, loginName: string, displayName: string): Cells {
  const shown = read(seen, displayName, displayNameCell);
  const seenLogin = read(seen, loginName, unlessBlank(login.cell));
  if (seenLogin === nullCell && shown === nullCell) refuse(`data[${seen.index}].${loginName}`, null, 'a login');
  const isLogin = /^[a-z0-9_]{1,25}$/i.test(shown);
  return {
    login: seenLogin === nullCell && isLogin ? shown.toLowerCase() : seenLogin,
    display_name: shown === nullCell ? seenLogin : shown,
  };
}

function read({ index, item }: Sighting, name: string, cell: CellReader): string {
  return cell(item[name], `data[${index}].${name}`);
}

function unlessBlank(read: CellReader): CellReader {
  return (value, property) => (value === '' ? nullCell : optional(read)(value, property));
}

/** Helix leaves the size open, as in `...-{width}x{height}.jpg`. */
function thumbnailCell(value: unknown, property: string): string {
  const filled = typeof value === 'string' ? value.replaceAll('{width}', '1280').replaceAll('{height}', '720') : value;
  return url.cell(filled, property);
}
