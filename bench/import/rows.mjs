import { closeSync, openSync, writeSync } from 'node:fs';
import { createRandom, pickOne, wholeNumber } from '../random.mjs';

const bufferedChars = 1 << 20;
const firstStreamer = 10_000_000;
const firstStream = 40_000_000_000;
const start = Date.UTC(2026, 9, 1);
const samplesOfAStream = 100;
const titles = ['Ranked climb, day', 'Chill stream "no spoilers" !discord', '오늘도 한 판', 'Speedrun attempts #'];
const tags = ['English', 'Ranked', 'DropsEnabled'];

/** Each writer creates two files with the same rows: NDJSON for the import, and text for \copy. */
export function writeStreamers(files, count) {
  return write(files, function* () {
    for (let i = 0; i < count; i++) {
      const row = { id: String(firstStreamer + i), login: `user_${i}`, display_name: `User ${i}` };
      yield [row, Object.values(row)];
    }
  });
}

/** Streams in the order of their IDs and starts, with random streamers. */
export function writeStreams(files, count) {
  const random = createRandom(7);
  return write(files, function* () {
    for (let i = 0; i < count; i++) {
      const row = streamAt(i, random);
      yield [row, Object.values(row).map(cell)];
    }
  });
}

/** Samples of the streams from {@link writeStreams}, a hundred per stream. */
export const writeSamples = {
  byTime(files, count) {
    const streams = writeSamples.streamsOf(count);
    return write(files, function* () {
      for (let k = 0; k < samplesOfAStream; k++) for (let i = 0; i < streams; i++) yield sampleAt(i, k);
    });
  },
  byStream(files, count) {
    const streams = writeSamples.streamsOf(count);
    return write(files, function* () {
      for (let i = 0; i < streams; i++) for (let k = 0; k < samplesOfAStream; k++) yield sampleAt(i, k);
    });
  },
  streamsOf: (count) => Math.ceil(count / samplesOfAStream),
};

function streamAt(i, random) {
  const below = (limit) => wholeNumber(limit, random);
  const startedMs = start + i * 4_000 + below(4_000);
  const minutes = 30 + below(400);
  const avgViewers = below(5_000);
  return {
    id: streamId(i),
    streamer_id: String(firstStreamer + below(25_000)),
    started_at: new Date(startedMs).toISOString(),
    ended_at: new Date(startedMs + minutes * 60_000).toISOString(),
    title: `${pickOne(titles, random)} ${below(365)}`,
    game_name: `Game ${below(500)}`,
    tags,
    avg_viewers: avgViewers,
    peak_viewers: avgViewers + below(1_000),
    live_views: below(100_000),
    live_views_final: below(100_000),
    vod_id: String(2_000_000_000 + i),
    watchtime: avgViewers * minutes,
    thumbnail: `https://static.example.net/thumbnails/${i}.jpg`,
    unique_chatters: below(3_000),
    updated_at: new Date(startedMs + minutes * 60_000).toISOString(),
  };
}

function sampleAt(i, k) {
  const createdAt = new Date(start + (i % 2_000) * 1_000 + k * 300_000).toISOString();
  const row = { stream_id: streamId(i), created_at: createdAt, viewers: (i * 31 + k * 17) % 5_000 };
  return [row, Object.values(row)];
}

function streamId(i) {
  return String(firstStream + i * 7);
}

function cell(value) {
  return Array.isArray(value) ? `{${value.map((text) => `"${text}"`).join(',')}}` : value;
}

function write(files, rows) {
  const outputs = [openSync(files.ndjson, 'w'), openSync(files.text, 'w')];
  let pending = ['', ''];
  let columns = [];
  const flush = () => {
    outputs.forEach((output, i) => writeSync(output, pending[i]));
    pending = ['', ''];
  };
  for (const [record, cells] of rows()) {
    columns = Object.keys(record);
    pending[0] += `${JSON.stringify(record)}\n`;
    pending[1] += `${cells.join('\t')}\n`;
    if (pending[0].length > bufferedChars) flush();
  }
  flush();
  for (const output of outputs) closeSync(output);
  return columns;
}
