import { stockTopics } from '../stream-topics.js';
import { randomForStreamer, toCrowdStreamer, toCrowdStreams } from './crowd-streamers.js';
import { followerHistory } from './follower-points.js';
import { idField, joinRecords, readLine, SeedRecord, SeedRecords, integerField } from './read-line.js';
import { dayMinutes } from './regular-streams.js';

/** Generates streamers of a line with equal figures. Their followers differ, and there are more of them than on a page. */
export function generateQuietCrowd(record: SeedRecord): SeedRecords {
  const line = readLine(record, {
    first_id: idField,
    count: integerField,
    first_name: integerField,
    minutes: integerField,
    average: integerField,
    peak: integerField,
    followers: integerField,
  });
  const { minutes, average, peak } = line;
  const streamers = Array.from({ length: line.count }, (_, index): SeedRecords => {
    const id = Number(line.first_id) + index;
    const random = randomForStreamer(id);
    const startedAgo = random.integer(2 * dayMinutes, 26 * dayMinutes);
    const plan = { startedAgo, minutes, average, peak, topic: random.pick(stockTopics) };
    return {
      streamers: [toCrowdStreamer(id, line.first_name + index)],
      streams: toCrowdStreams(id, [plan]),
      follower_points: followerHistory(String(id), line.followers + (index % 3), (index % 3) - 1),
    };
  });
  return joinRecords(streamers);
}
