/**
 * Data that changes: each version is imported in one go, and all its figures follow from its number. Remembers which
 * versions an answer may tell, given when it was asked for.
 */
export class Versions {
  static streamerId = '7001';
  static streamId = '70010001';
  static watchtime = 5_000_000_000;

  /** The greatest that an import was begun with. */
  begun = 0;
  #done = [];

  /** Notes that an import of a version is done, with the refresh of the board. */
  finish(version) {
    this.#done.push({ version, at: Date.now() });
  }

  /** The oldest version that an answer may be of that was asked for at a moment. */
  oldest(askedAt, staleMs) {
    return this.#done.findLast(({ at }) => at <= askedAt - staleMs)?.version ?? 0;
  }

  /** Whether an answer that was asked for at a moment may be of a version. */
  allows(version, askedAt, staleMs) {
    return Number.isSafeInteger(version) && version >= this.oldest(askedAt, staleMs) && version <= this.begun;
  }

  /** The files to import for a version, by their names. */
  static files(version, now) {
    const startedAt = new Date(now - 86_400_000).toISOString();
    const endedAt = new Date(now - 80_000_000).toISOString();
    const { streamerId, streamId, watchtime } = Versions;
    return {
      'streamers.ndjson': JSON.stringify({ id: streamerId, login: 'soaked', display_name: 'Soaked' }),
      'streams.ndjson': JSON.stringify({
        id: streamId,
        streamer_id: streamerId,
        started_at: startedAt,
        ended_at: endedAt,
        avg_viewers: version,
        peak_viewers: version,
        watchtime: watchtime + version,
      }),
      'message_stats.ndjson': JSON.stringify({
        stream_id: streamId,
        total_messages: version,
        unique_chatters: version,
        deleted_messages: version,
      }),
    };
  }
}
