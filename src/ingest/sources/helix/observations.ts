import { CountName, subscribersSince } from '../../../config/channel-counts.js';
import { mainPlatform, PlatformName, readLogin } from '../../../config/platforms.js';
import { numberOfPlatform, platformOfId } from '../../../database/platforms/platform-ids.js';
import { FieldError } from '../../errors.js';
import { CellReader, count, escapeCell, externalId, id, nullCell } from '../../kinds/column-types.js';
import { startCell } from '../../kinds/date-cell.js';
import { observedColumns } from '../../kinds/observed-columns.js';
import { checkBounds, StagedKind } from '../../kinds/kind.js';
import { observationColumns } from '../../session.js';
import { readName, readPicture } from './texts.js';

/**
 * Types distinguished by their shape: an item of a page, a page without live streams, or a live stream of a sweep with a
 * usable ID only.
 */
export type Shape = 'stream' | 'user' | CountName | 'nobody' | 'unreadable';

/** One item of a page. Its JSON is again a page, with this item alone, which can be imported. */
export class ObservedItem {
  readonly [property: string]: unknown;

  constructor(
    readonly shape: Shape,
    /** Observation time of the page, as a cell. */
    readonly at: string,
    readonly index: number,
    readonly item: Readonly<Record<string, unknown>>,
    /** For followers and subscribers: the ID of their channel. */
    readonly broadcasterId?: unknown,
  ) {}

  toJSON(): object {
    if (this.shape === 'followers') return { at: this.at, broadcaster_id: this.broadcasterId, ...this.item, data: [] };
    if (this.shape === 'nobody') return { at: this.at, data: [], pagination: {} };
    return { at: this.at, data: [this.item] };
  }
}

/** The import adds the origin. */
const cellColumns = observationColumns.filter((name) => name !== 'origin');

type Cells = Partial<Record<string, string>>;

/** All items of pages, in one staging table. */
export const observedItems: StagedKind = {
  name: 'observations',

  toRow(record) {
    if (!(record instanceof ObservedItem)) throw new TypeError('Not an item of a page');
    const { shape, at, index } = record;
    const cells: Cells = { shape, at, ordinal: String(index), ...readers[shape](record) };
    const ownId = cells.streamer_id ?? cells.stream_id;
    // A page without live streams has the platform of its collector.
    const platform = ownId === undefined ? record.item.platform : platformOfId(ownId);
    cells.platform = String(numberOfPlatform((platform ?? mainPlatform) as PlatformName));
    return cellColumns.map((name) => cells[name] ?? nullCell).join('\t');
  },
};

const readers: Readonly<Record<Shape, (observed: ObservedItem) => Cells>> = {
  stream: (observed) => ({
    ...channelCells(observed, 'user_id', 'user_login', 'user_name'),
    ...streamIdCells(observed),
    started_at: read(observed, 'started_at', (value, name) => startCell(value, name, Date.parse(observed.at))),
    ...descriptionCells(observed.item),
    // Null in a sweep whose number of viewers is unknown.
    viewers: observed.item.viewer_count === null ? nullCell : read(observed, 'viewer_count', count.cell),
    // Helix has the images of users only in their profiles.
    profile_image: cellOf(readPicture(observed.item.profile_image_url)),
  }),

  user: (observed) => ({
    ...channelCells(observed, 'id', 'login', 'display_name'),
    profile_image: cellOf(readPicture(observed.item.profile_image_url)),
  }),

  followers({ item, broadcasterId }) {
    if (broadcasterId === undefined) {
      throw new FieldError('broadcaster_id', 'is missing; add it next to "data", or set --broadcaster-id');
    }
    return { streamer_id: id.cell(broadcasterId, 'broadcaster_id'), followers: count.cell(item.total, 'total') };
  },

  subscribers({ at, item, broadcasterId }) {
    checkBounds({ name: 'at', since: subscribersSince }, at);
    const gifted = item.gifted === null ? nullCell : count.cell(item.gifted, 'gifted');
    return {
      streamer_id: id.cell(broadcasterId, 'broadcaster_id'),
      ...{ subscribers: count.cell(item.total, 'total'), gifted },
    };
  },

  nobody: () => ({}),

  unreadable: (observed) => streamIdCells(observed),
};

function streamIdCells(observed: ObservedItem): Cells {
  return { stream_id: read(observed, 'id', id.cell), stream_external_id: read(observed, 'id', externalId.cell) };
}

/** Old captures have no logins: a display name that could be a login is used as the login. */
function channelCells(observed: ObservedItem, idName: string, loginName: string, nameName: string): Cells {
  const { [idName]: channelId, [loginName]: login, [nameName]: name } = observed.item;
  const streamerId = read(observed, idName, id.cell);
  const shown = readName(name, channelId);
  return {
    streamer_id: streamerId,
    streamer_external_id: read(observed, idName, externalId.cell),
    login: cellOf(readLogin(login === undefined ? shown : login, platformOfId(streamerId))),
    display_name: cellOf(shown),
  };
}

function descriptionCells(item: ObservedItem['item']): Cells {
  const cells: Cells = {};
  for (const { name, type, helixName, fromHelix } of observedColumns) {
    const value = fromHelix(item[helixName]);
    cells[name] = value === null ? nullCell : type.cell(value, helixName);
  }
  return cells;
}

function cellOf(text: string | null): string {
  return text === null ? nullCell : escapeCell(text);
}

function read({ index, item }: ObservedItem, name: string, cell: CellReader): string {
  return cell(item[name], `data[${index}].${name}`);
}
