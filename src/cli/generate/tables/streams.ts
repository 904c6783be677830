import { CopyWriter } from '../copy-writer.js';
import { GenerateOptions, purposes } from '../generate-options.js';
import { GeneratedTable } from '../generated-table.js';
import { RowRandom } from '../row-random.js';
import { PlannedStream, StreamPlan } from '../stream-plan.js';
import { StreamerPlan } from '../streamer-plan.js';
import { Topics } from '../topics.js';

const columns = [
  ['id', 'streamer_id', 'started_at', 'ended_at', 'title', 'game_name', 'tags', 'avg_viewers', 'peak_viewers'],
  ['watchtime', 'unique_chatters', 'live_views', 'live_views_final', 'vod_id', 'thumbnail', 'updated_at'],
].flat();

const vodStart = Buffer.from('2');
const thumbnailStart = Buffer.from('https://static.example.net/thumbnails/');
const thumbnailEnd = Buffer.from('.jpg');
/** How long a viewer stays, on average: views follow from viewers by it. */
const visitMinutes = 60;
const updateDelayMs = 2 * 60_000;

/** All streams, the oldest first. */
export function streamsTable(streamers: StreamerPlan, streams: StreamPlan, options: GenerateOptions): GeneratedTable {
  const random = new RowRandom(options.seed, purposes.streamTexts);
  const nowMs = options.now.getTime();
  const topics = new Topics();
  return {
    name: 'streams',
    columns,
    count: streams.count,
    write(out, index) {
      const stream = streams.at(index);
      random.startRow(index);
      out.row();
      out.integer(stream.id);
      out.integer(streamers.id(stream.streamer));
      out.time(stream.startedMs);
      if (stream.endedMs === null) out.null();
      else out.time(stream.endedMs);
      out.field(topics.pick(random.uint32()));
      writeFigures(out, stream);
      if (stream.endedMs === null || random.below(3) === 0) out.null();
      else out.numberedText(vodStart, stream.id);
      out.numberedText(thumbnailStart, stream.id, thumbnailEnd);
      out.time(stream.endedMs === null ? nowMs : Math.min(stream.endedMs + updateDelayMs, nowMs));
    },
  };
}

function writeFigures(out: CopyWriter, stream: PlannedStream): void {
  const { avgViewers, peakViewers, uniqueChatters, minutes } = stream;
  const views = peakViewers + Math.floor((avgViewers * minutes) / visitMinutes);
  out.integer(avgViewers);
  out.integer(peakViewers);
  out.integer(avgViewers * minutes);
  if (uniqueChatters === null) out.null();
  else out.integer(uniqueChatters);
  out.integer(views);
  if (stream.endedMs === null) out.null();
  else out.integer(Math.floor(views * 1.04));
}
