import { seedStreamerId, seedStreamId } from './seed-ids.js';
import {
  FollowerPointRecord,
  MessageStatsRecord,
  PanelRecord,
  StreamChangeRecord,
  StreamerRecord,
  StreamRecord,
  ViewerSampleRecord,
} from './seed-records.js';
import { SeededRandom } from './seeded-random.js';
import { SeedTime } from './seed-time.js';

const IMAGES = 'https://static.example.net';
/** How long one viewer stays, on average: views follow from viewers by it. */
const VISIT_MINUTES = 60;

/** In place of a length: the stream has not ended. */
export const LIVE = 'live';

export interface StreamPlan {
  /** Minutes before now. */
  startedAgo: number;
  minutes: number | typeof LIVE;
  avgViewers: number;
  peakViewers: number;
  title: string;
  gameName: string;
  tags: string[];
}

/** One streamer of the seed with everything that belongs to it. Ages are minutes before now. */
export class SeedChannel {
  readonly id: string;
  readonly streamer: StreamerRecord;
  readonly random: SeededRandom;
  readonly streams: StreamRecord[] = [];
  readonly streamChanges: StreamChangeRecord[] = [];
  readonly viewerSamples: ViewerSampleRecord[] = [];
  readonly followerPoints: FollowerPointRecord[] = [];
  readonly messageStats: MessageStatsRecord[] = [];
  readonly panels: PanelRecord[] = [];

  constructor(
    readonly time: SeedTime,
    private readonly number: number,
    login: string,
    displayName: string,
    hasProfileImage = true,
  ) {
    this.id = seedStreamerId(number);
    this.random = new SeededRandom(number);
    this.streamer = { id: this.id, login, display_name: displayName };
    if (hasProfileImage) this.streamer.profile_image = `${IMAGES}/profiles/${login}.png`;
  }

  /** Adds a stream of which only this much is known. */
  addBareStream(
    startedAgo: number,
    minutes: number | typeof LIVE,
    known: Omit<Partial<StreamRecord>, 'id' | 'streamer_id' | 'started_at' | 'ended_at'> = {},
  ): StreamRecord {
    const stream: StreamRecord = {
      id: seedStreamId(this.number, this.streams.length + 1),
      streamer_id: this.id,
      started_at: this.time.isoAgo(startedAgo),
      ...(minutes === LIVE ? {} : { ended_at: this.time.isoAgo(startedAgo - minutes) }),
      ...known,
    };
    this.streams.push(stream);
    return stream;
  }

  /** Adds a stream with every property that one can have: a live one has no VOD and no final views yet. */
  addStream(plan: StreamPlan): StreamRecord {
    const { startedAgo, avgViewers, peakViewers } = plan;
    const isLive = plan.minutes === LIVE;
    const minutes = plan.minutes === LIVE ? startedAgo : plan.minutes;
    const views = Math.round(avgViewers * (1 + minutes / VISIT_MINUTES)) + peakViewers;
    const stream = this.addBareStream(startedAgo, plan.minutes, {
      title: plan.title,
      game_name: plan.gameName,
      tags: plan.tags,
      avg_viewers: avgViewers,
      peak_viewers: peakViewers,
      live_views: views,
      watchtime: Math.round(avgViewers * minutes),
      unique_chatters: Math.round(peakViewers * 0.4),
      updated_at: this.time.isoAgo(isLive ? 0 : Math.max(startedAgo - minutes - 2, 0)),
    });
    stream.thumbnail = `${IMAGES}/thumbnails/${stream.id}.jpg`;
    if (isLive) return stream;
    stream.live_views_final = Math.round(views * 1.04);
    stream.vod_id = `2${stream.id.slice(-9)}`;
    return stream;
  }

  /** Adds what a stream was called and about at first and from later minutes on, up to what it is now. */
  addChanges(stream: StreamRecord, earlier: Partial<StreamRecord>[], minutes: number[]): void {
    const startedAgo = this.time.minutesSince(stream.started_at);
    for (const [index, { title, game_name, tags }] of [...earlier, stream].entries()) {
      const created_at = this.time.isoAgo(startedAgo - (minutes[index] ?? 0));
      this.streamChanges.push({ stream_id: stream.id, created_at, title, game_name, tags });
    }
  }

  /** Adds observations of a stream's viewers, each with its minute of the stream. */
  addViewerSamples(stream: StreamRecord, samples: { minute: number; viewers: number }[]): void {
    const startedAgo = this.time.minutesSince(stream.started_at);
    for (const { minute, viewers } of samples) {
      this.viewerSamples.push({ stream_id: stream.id, created_at: this.time.isoAgo(startedAgo - minute), viewers });
    }
  }

  /** Adds one observation of the followers. */
  addFollowerPoint(minutesAgo: number, followers: number): void {
    this.followerPoints.push({ streamer_id: this.id, created_at: this.time.isoAgo(minutesAgo), followers });
  }

  /** Adds the message statistics of a stream, whose chatters they repeat. */
  addMessageStats(stream: StreamRecord, totalMessages: number, deletedMessages: number, sharedMessages?: number): void {
    this.messageStats.push({
      stream_id: stream.id,
      total_messages: totalMessages,
      unique_chatters: stream.unique_chatters ?? 0,
      deleted_messages: deletedMessages,
      ...(sharedMessages === undefined ? {} : { shared_messages: sharedMessages }),
    });
  }

  /** Adds a link on the panels, with an image unless told otherwise. */
  addPanel(rawUrl: string, minutesAgo: number, more: { removedAgo?: number; hasImage?: boolean } = {}): void {
    const panel: PanelRecord = { streamer_id: this.id, raw_url: rawUrl, created_at: this.time.isoAgo(minutesAgo) };
    if (more.removedAgo !== undefined) panel.removed_at = this.time.isoAgo(more.removedAgo);
    if (more.hasImage !== false) {
      panel.panel_image = `${IMAGES}/panels/${this.streamer.login}-${this.panels.length + 1}.png`;
    }
    this.panels.push(panel);
  }
}
