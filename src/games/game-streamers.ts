/** How many streamers of a game a refresh ranks. */
export const mostGameStreamers = 100;
