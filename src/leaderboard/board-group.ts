/** The group of the answers that are read from the board. */
export const boardGroup = 'board';
