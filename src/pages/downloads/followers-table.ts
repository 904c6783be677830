import { Window } from '../../figures/windows.js';
import { toPage } from '../../http/lists/page.js';
import { FollowerPoint } from '../../streamer/dto/follower-point.response.js';
import { StreamerService } from '../../streamer/streamer.service.js';
import { FileColumn, FileTable, fileTime, listTable } from './file-table.js';

export const followerColumns: readonly FileColumn<FollowerPoint>[] = [
  ['Counted (UTC)', ({ created_at }) => fileTime(created_at)],
  ['Followers', ({ followers }) => followers],
];

/** Returns the table of all follower counts of a streamer in a window. */
export function followersTable(
  columns: readonly FileColumn<FollowerPoint>[],
  streamer: StreamerService,
  name: string,
  { from, to }: Window,
): FileTable {
  return listTable(columns, async (limit, cursor, last) => {
    const start = last === undefined ? from : new Date(Date.parse(last.created_at) + 1);
    const range = { from: start.toISOString(), to: to.toISOString() };
    return toPage(await streamer.listFollowerPoints(name, range, limit + 1), cursor, limit);
  });
}
