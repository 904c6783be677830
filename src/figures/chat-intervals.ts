/** Length of a chat interval. The first interval begins at the start of the stream. */
export const chatIntervalSeconds = 300;

/** Maximum number of stored intervals per stream, which are ten days. */
export const maxChatIntervals = 3_000;

type Counts = readonly (number | null)[];

/** Chat intervals as columns. Null means that no collector read the chat in this interval. */
export interface ChatColumns {
  readonly messages: Counts;
  readonly chatters: Counts;
  readonly deleted: Counts;
  readonly shared: Counts;
}
