/** What is told apart by its shape: an item of a page, or a page of live streams that there were none on. */
export type HelixShape = 'stream' | 'user' | 'followers' | 'nobody';

/** One thing that a page says. As JSON it is a page again, of this thing alone, which can be imported. */
export class HelixItem {
  constructor(
    readonly shape: HelixShape,
    /** When the page was observed, as a cell. */
    readonly at: string,
    /** Its place on the page. */
    readonly index: number,
    readonly item: Readonly<Record<string, unknown>>,
    /** Of followers: whose they are. */
    readonly broadcasterId?: unknown,
  ) {}

  toJSON(): object {
    if (this.shape === 'followers') return { at: this.at, broadcaster_id: this.broadcasterId, ...this.item, data: [] };
    if (this.shape === 'nobody') return { at: this.at, data: [], pagination: {} };
    return { at: this.at, data: [this.item] };
  }
}
