/** The lengths of the windows that have a board, in days of 24 hours. That of thirty is the leaderboard's own. */
export const boardDays = [7, 30, 90] as const;
export type BoardDays = (typeof boardDays)[number];

export const otherWindowDays = boardDays.filter((days) => days !== 30);
