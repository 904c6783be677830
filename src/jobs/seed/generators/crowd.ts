import { timeAgo } from '../relative-time.js';
import { SeededRandom } from '../seeded-random.js';
import { stockTopics } from '../stream-topics.js';
import { sponsors } from './crowd-names.js';
import { crowdStreamId, inOwnLanguage, randomForStreamer, toCrowdStreamer, toCrowdStreams } from './crowd-streamers.js';
import { followerHistory } from './follower-points.js';
import { idField, joinRecords, readLine, SeedRecord, SeedRecords, integerField } from './read-line.js';
import { countChatters, dayMinutes, planRegularStreams, StreamPlan, windowMinutes } from './regular-streams.js';
import { viewerCurveTo } from './viewer-curves.js';

/** The place of the live streamer who was not observed for the last minutes. */
const staleRank = 74;
const staleMinutes = 85;
/** Days between the streams of the well-known, so that they prefer some days of the week. */
const weeks = [[3, 4], [2, 5], [1, 6], [7]];

interface CrowdStreamer {
  id: number;
  rank: number;
  viewers: number;
  /** Has data for each panel of the pages: half a year of streams, and an observed newest stream. */
  isWellKnown: boolean;
  isLive: boolean;
  isSponsored: boolean;
}

/** Generates the ordinary streamers of a line, with thousands down to hundreds of viewers. One of `live_every` is live. */
export function generateCrowd(record: SeedRecord): SeedRecords {
  const line = readLine(record, {
    first_id: idField,
    count: integerField,
    viewers: integerField,
    well_known: integerField,
    sponsored: integerField,
    live_every: integerField,
  });
  const streamers = Array.from({ length: line.count }, (_, rank) =>
    generateStreamer({
      id: Number(line.first_id) + rank,
      rank,
      // Zipf's law: few streamers have many viewers.
      viewers: Math.round(line.viewers / (rank + 4) ** 1.05),
      isWellKnown: rank < line.well_known,
      isLive: rank % line.live_every === line.live_every - 1,
      isSponsored: rank < line.sponsored,
    }),
  );
  return joinRecords(streamers);
}

function generateStreamer({ id, rank, viewers, isWellKnown, isLive, isSponsored }: CrowdStreamer): SeedRecords {
  const random = randomForStreamer(id);
  const streamer = toCrowdStreamer(id, rank);
  const [count, everyDays] = [random.integer(5, 12), random.integer(2, 6)];
  const plans = planRegularStreams(random, { count, every: everyDays * dayMinutes, viewers });
  const unseenMinutes = rank === staleRank ? staleMinutes : 0;
  if (isLive) plans.push(planLiveStream(random, viewers, unseenMinutes));
  const newest = plans.at(-1)!;
  const newestId = String(crowdStreamId(id, plans.length - 1));
  const message_stats = [{ stream_id: newestId, ...generateMessages(random, newest) }];
  const followers = viewers * random.integer(14, 40);
  const gain = Math.round((followers * random.integer(-60, 240)) / 10_000);
  const panels = isSponsored ? generatePanels(random, streamer) : [];
  const viewer_samples = isWellKnown || isLive ? observe(random, newestId, newest, unseenMinutes) : [];
  const stream_changes = isWellKnown ? generateChanges(random, id, newestId, newest) : [];
  const earlierViewers = Math.round(viewers * (0.8 + random.next() * 0.4));
  const gapDays = isWellKnown ? weeks[rank % weeks.length]! : [Math.max(everyDays, Math.round(30 / count))];
  plans.push(...planEarlierStreams(random, plans, isWellKnown ? 182 : 62, gapDays, earlierViewers));
  return {
    streamers: [streamer],
    streams: toCrowdStreams(id, plans),
    ...{ stream_changes, viewer_samples, message_stats, panels },
    follower_points: followerHistory(streamer.id, followers, gain, isWellKnown ? 26 : 12),
  };
}

function planLiveStream(random: SeededRandom, average: number, unseenMinutes: number): StreamPlan {
  const startedAgo = random.integer(40, 170) + unseenMinutes;
  return { startedAgo, average, peak: Math.round(average * 1.3), topic: random.pick(stockTopics) };
}

function generateMessages(random: SeededRandom, stream: StreamPlan) {
  const unique_chatters = countChatters(stream);
  const total_messages = unique_chatters * random.integer(4, 20);
  return { total_messages, unique_chatters, deleted_messages: Math.round(total_messages * random.next() * 0.05) };
}

function generatePanels(random: SeededRandom, { id, login }: { id: string; login: string }): SeedRecord[] {
  const first = random.integer(0, sponsors.length - 1);
  return Array.from({ length: random.integer(1, 3) }, (_, index) => ({
    streamer_id: id,
    raw_url: `https://${sponsors[(first + index) % sponsors.length]}/${login}`,
    created_at: timeAgo(random.integer(5, 300) * dayMinutes),
    panel_image: `https://static.example.net/panels/${login}-${index + 1}.png`,
  }));
}

/** Generates samples that agree with the figures of a stream. The end of a live stream may be unseen. */
function observe(random: SeededRandom, stream_id: string, stream: StreamPlan, unseenMinutes: number): SeedRecord[] {
  const { startedAgo: from, minutes, average: viewers, peak } = stream;
  const to = minutes === undefined ? unseenMinutes : from - minutes;
  return viewerCurveTo(peak, random, { stream_id, from, to, every: 5, viewers });
}

/** Generates another topic at the start of a stream, and the change to its last one. */
function generateChanges(
  random: SeededRandom,
  streamerId: number,
  stream_id: string,
  { startedAgo, topic }: StreamPlan,
): SeedRecord[] {
  const first = { stream_id, created_at: timeAgo(startedAgo), ...inOwnLanguage(streamerId, random.pick(stockTopics)) };
  const created_at = timeAgo(startedAgo - random.integer(20, 100));
  return [first, { stream_id, created_at, ...inOwnLanguage(streamerId, topic) }];
}

/** Plans streams before the window and before other streams, back to an age in days. */
function planEarlierStreams(
  random: SeededRandom,
  later: readonly StreamPlan[],
  backToDays: number,
  gapDays: readonly number[],
  viewers: number,
): StreamPlan[] {
  const to = Math.max(windowMinutes, ...later.map(({ startedAgo }) => startedAgo)) + dayMinutes;
  const daysPerStream = gapDays.reduce((sum, gap) => sum + gap) / gapDays.length;
  const count = Math.max(0, Math.round((backToDays - to / dayMinutes) / daysPerStream));
  return planRegularStreams(random, { count, every: gapDays.map((gap) => gap * dayMinutes), viewers, gap: [to, 0] });
}
