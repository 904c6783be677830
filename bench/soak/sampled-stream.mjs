const minuteMs = 60_000;

/**
 * A live stream whose figures come from samples about as old as those that are pruned. Each version has a sample more. Its
 * figures are computed here from the words of docs/metrics.md, and from all samples, the pruned ones too.
 */
export class SampledStream {
  static login = 'sampled';
  static streamId = '70020001';
  static eventId = '70020';
  /** Samples of version 0. */
  static first = 60;

  #startsAt;
  #samples = [];

  constructor(startsAt) {
    this.#startsAt = startsAt;
  }

  /** The version that has a peak. */
  versionOf(peak) {
    return peak - 1_000 - SampledStream.first;
  }

  figuresOf(version) {
    const samples = this.#samplesOf(version);
    const last = samples.at(-1);
    const viewerMs = samples.slice(1).reduce((sum, { at }, i) => sum + samples[i].viewers * (at - samples[i].at), 0);
    return {
      avg_viewers: Math.round(viewerMs / (last.at - samples[0].at)),
      peak_viewers: last.viewers,
      watchtime: Math.round(viewerMs / minuteMs),
    };
  }

  /** The points of the graph by minutes that begin at a moment or later. */
  graphOf(version, from) {
    const samples = this.#samplesOf(version);
    const parts = new Map();
    for (const { at, viewers } of samples) {
      const start = at - ((at - this.#startsAt) % minuteMs);
      parts.set(start, [...(parts.get(start) ?? []), viewers]);
    }
    return [...parts]
      .filter(([start]) => start >= from)
      .map(([start, plain]) => ({ created_at: new Date(start).toISOString(), viewers: meanOf(samples, start, plain) }));
  }

  /** The files to import for a version, by their names. */
  files(version) {
    const { login, streamId, eventId } = SampledStream;
    const started_at = new Date(this.#startsAt).toISOString();
    const lines = this.#samplesOf(version).map(({ at, viewers }) =>
      JSON.stringify({ stream_id: streamId, created_at: new Date(at).toISOString(), viewers }),
    );
    return {
      'streamers-sampled.ndjson': JSON.stringify({ id: '7002', login, display_name: 'Sampled' }),
      'streams-sampled.ndjson': JSON.stringify({ id: streamId, streamer_id: '7002', started_at }),
      'viewer_samples.ndjson': lines.join('\n'),
      'events.ndjson': JSON.stringify({ id: eventId, title: 'Sampled', started_at, is_public: true }),
      'event_streams.ndjson': JSON.stringify({ event_id: eventId, stream_id: streamId }),
    };
  }

  #samplesOf(version) {
    const count = SampledStream.first + version;
    for (let i = this.#samples.length; i < count; i++) {
      const restMs = i % 10 === 9 ? 130_000 : 1_000 + ((i * 7_919) % 39_001);
      this.#samples.push({ at: (this.#samples.at(-1)?.at ?? this.#startsAt) + restMs, viewers: 1_001 + i });
    }
    return this.#samples.slice(0, count);
  }
}

/** The mean of a part's viewers by time; the plain one where no sample holds for any of it. */
function meanOf(samples, start, plain) {
  let viewerMs = 0;
  let timeMs = 0;
  for (const [i, { at, viewers }] of samples.slice(0, -1).entries()) {
    const heldMs = Math.min(samples[i + 1].at, start + minuteMs) - Math.max(at, start);
    if (heldMs <= 0) continue;
    viewerMs += viewers * heldMs;
    timeMs += heldMs;
  }
  if (timeMs > 0) return Math.round(viewerMs / timeMs);
  return Math.round(plain.reduce((sum, viewers) => sum + viewers, 0) / plain.length);
}
