/** The channel of PostgreSQL that a refresh of the leaderboard notifies. */
export const boardChannel = 'leaderboard_refreshed';
