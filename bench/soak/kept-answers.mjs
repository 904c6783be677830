/** Which answers the service has to have in memory, given the answers that it gave. */
export class KeptAnswers {
  #loadedAt = new Map();
  #keptMs;

  constructor(keptMs) {
    this.#keptMs = keptMs;
  }

  note(path, { status, headers }) {
    if (status !== 200 && status !== 304) return;
    if (!headers.etag) return;
    // Age is in whole seconds, rounded down.
    const loadedAt = Date.now() - (Number(headers.age ?? 0) + 1) * 1_000;
    this.#loadedAt.set(path, Math.max(loadedAt, this.#loadedAt.get(path) ?? 0));
  }

  /** Whether an answer that was loaded after `since` is not too old to be given now. */
  has(path, since) {
    const loadedAt = this.#loadedAt.get(path) ?? 0;
    return loadedAt > since && Date.now() - loadedAt < this.#keptMs;
  }
}
