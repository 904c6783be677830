/** How the last refresh of the leaderboard went that this process started. Undefined before the first one. */
export class BoardRefreshes {
  hasFailed: boolean | undefined;
}
