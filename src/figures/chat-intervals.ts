/** The length of the intervals of a chat, which begin at the start of the stream. */
export const chatIntervalSeconds = 300;

/** The number of intervals of a stream that are stored: ten days. */
export const maxChatIntervals = 3_000;

type Counts = readonly (number | null)[];

/** The intervals of a chat as columns, with null for each interval in which the chat was not read. */
export interface ChatColumns {
  readonly messages: Counts;
  readonly chatters: Counts;
  readonly deleted: Counts;
  readonly shared: Counts;
}
