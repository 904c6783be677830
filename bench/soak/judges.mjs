import { Versions } from './versions.mjs';

// CACHE_STALE_SECONDS of the stage, and what a request may take.
const staleMs = 26_000;
// The same while the database answers: twice CACHE_TTL_SECONDS, and what a request may take.
const usualMs = 7_000;
// For so long after asking anew has failed nobody waits for it to fail again.
const failingMs = 5_000;
// A part of the graph that begins so long after what was pruned has a sample before it.
const afterPrunedMs = 300_000;

/** What is wrong with answers of data that changes. */
export class Judges {
  #data;
  #faults;

  constructor(data, faults) {
    this.#data = data;
    this.#faults = faults;
  }

  messages({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const { total_messages: version, unique_chatters, deleted_messages } = JSON.parse(text);
    const isWhole = unique_chatters === version && deleted_messages === version;
    return isWhole && this.#allows(version, from) ? undefined : text;
  }

  streams({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const [stream, ...others] = JSON.parse(text);
    const { peak_viewers: version, avg_viewers, watchtime } = stream;
    const isWhole = others.length === 0 && avg_viewers === version && watchtime === Versions.watchtime + version;
    return isWhole && this.#allows(version, from) ? undefined : text;
  }

  board({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const { items, hasMore, nextCursor } = JSON.parse(text);
    const isRanked = items.every(({ watchtime }, i) => i === 0 || watchtime <= items[i - 1].watchtime);
    const isWhole = items.length === 200 && new Set(items.map(({ id }) => id)).size === 200;
    if (!isRanked || !isWhole || !hasMore || nextCursor !== 200) return `no whole page of ${items.length}`;
    const entry = items.find(({ name }) => name === 'soaked');
    const version = entry?.peakviewers;
    const isOneMoment = entry?.watchtime === Versions.watchtime + version && entry.averageviewers === version;
    return isOneMoment && this.#allows(version, from) ? undefined : JSON.stringify(entry);
  }

  /** The stream of samples: its figures go on over whatever was pruned. */
  sampled({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const [stream, ...others] = JSON.parse(text);
    return others.length === 0 ? this.#problemOfFigures(stream, from) : text;
  }

  /** The event of this stream, as long as the stream, so that it has the same figures; each as of its own moment. */
  event({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const event = JSON.parse(text);
    return this.#problemOfFigures(event, from) ?? this.#problemOfFigures(event.streams[0], from);
  }

  /** The graph of this stream, of which only the beginning may be gone. */
  graph({ status, text }, from) {
    if (status !== 200) return `${status} ${text.slice(0, 200)}`;
    const { sampled, versions, prunedUntil } = this.#data;
    const kept = prunedUntil + afterPrunedMs;
    const points = JSON.parse(text).filter(({ created_at }) => Date.parse(created_at) >= kept);
    const told = JSON.stringify(points.map(({ created_at, viewers }) => ({ created_at, viewers })));
    for (let version = versions.begun; version >= this.#oldest(from); version--) {
      if (JSON.stringify(sampled.graphOf(version, kept)) === told) return undefined;
    }
    return `no graph of any version: ${told.slice(-200)}`;
  }

  #problemOfFigures({ avg_viewers, peak_viewers, watchtime }, from) {
    const version = this.#data.sampled.versionOf(peak_viewers);
    if (!this.#allows(version, from)) return `a peak of ${peak_viewers}, of version ${version}`;
    const expected = this.#data.sampled.figuresOf(version);
    if (avg_viewers !== expected.avg_viewers)
      return `${avg_viewers} viewers of version ${version}, not ${expected.avg_viewers}`;
    const isRight = watchtime === undefined || watchtime === expected.watchtime;
    return isRight ? undefined : `watchtime ${watchtime} of version ${version}, not ${expected.watchtime}`;
  }

  #allows(version, from) {
    return this.#data.versions.allows(version, from, this.#mostMs(from));
  }

  #oldest(from) {
    return this.#data.versions.oldest(from, this.#mostMs(from));
  }

  #mostMs(from) {
    const isDisturbed = ['database', 'load'].some((what) => this.#faults.excuse(what, from - failingMs, Date.now()));
    return isDisturbed ? staleMs : usualMs;
  }
}
