import { Page } from '../../http/page.js';
import { LeaderboardPage } from '../../leaderboard/dto/leaderboard-page.response.js';
import { Status } from '../../meta/dto/status.response.js';
import { WindowFigures } from '../../streamer/dto/window-figures.js';
import { LiveStream } from '../../streams/dto/live-stream.response.js';
import { BoardQuery } from './board.query.js';

/** All that the leaderboard's page shows. */
export interface BoardView {
  board: LeaderboardPage;
  /** The figures of each entry in the window before. */
  before: readonly (WindowFigures | null)[];
  live: Page<LiveStream>;
  status: Status;
  query: BoardQuery;
}
