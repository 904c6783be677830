import { seedStreamerId, seedStreamId } from './seed-ids.js';
import { SeedData, StreamRecord, StreamTopic } from './seed-records.js';
import { SeededRandom } from './seeded-random.js';
import { DAY, SeedTime } from './seed-time.js';
import { pickTopic } from './stream-topics.js';
import { ObservedTime, viewerCurve } from './viewer-curve.js';

const IMAGES = 'https://static.example.net';
/** The average length of a visit, which relates views to viewers. */
const VISIT_MINUTES = 60;

/** The languages of topics that are not in English, by a tag. */
const LANGUAGES: Readonly<Record<string, string>> = { 한국어: 'ko', 日本語: 'ja', العربية: 'ar' };

/** Instead of a length: the stream has not ended. */
export const LIVE = 'live';

/** A stream and its parts. Ages are minutes before now. */
export interface StreamPlan extends Partial<Omit<StreamRecord, 'id' | 'streamer_id' | 'started_at' | 'ended_at'>> {
  startedAgo: number;
  minutes: number | typeof LIVE;
  /** With viewers, the stream has every possible property: a live stream has no VOD and no final views yet. */
  viewers?: readonly [average: number, peak: number];
  unknown?: readonly (keyof StreamRecord)[];
  observed?: Omit<ObservedTime, 'minutes'>;
  samples?: readonly { minute: number; viewers: number }[];
  /** Earlier topics, each from a minute of the stream on. */
  changes?: readonly [minute: number, earlier: Partial<StreamTopic>][];
  messages?: readonly [total: number, deleted: number];
}

export interface PanelPlan {
  rawUrl: string;
  daysAgo: number;
  removedDaysAgo?: number;
  hasImage?: boolean;
}

/** One streamer of the seed and all their data. Ages are minutes before now. */
export class SeedChannel {
  readonly id: string;
  readonly streamer: SeedData['streamers'][number];
  readonly random: SeededRandom;
  readonly streams: StreamRecord[] = [];
  readonly streamChanges: SeedData['stream_changes'] = [];
  readonly viewerSamples: SeedData['viewer_samples'] = [];
  readonly followerPoints: SeedData['follower_points'] = [];
  readonly messageStats: SeedData['message_stats'] = [];
  readonly panels: SeedData['panels'] = [];

  constructor(
    readonly time: SeedTime,
    private readonly number: number,
    login: string,
    displayName = camelCase(login),
  ) {
    this.id = seedStreamerId(number);
    this.random = new SeededRandom(number);
    const profile_image = `${IMAGES}/profiles/${login}.png`;
    this.streamer = { id: this.id, login, display_name: displayName, profile_image };
  }

  /** Adds a stream. A stream with known viewers and no title gets a title from the common stock. */
  addStream({ startedAgo, minutes, viewers, unknown, observed, samples, changes, messages, ...known }: StreamPlan) {
    const id = seedStreamId(this.number, this.streams.length + 1);
    const length = minutes === LIVE ? startedAgo : minutes;
    const stream: StreamRecord = {
      id,
      streamer_id: this.id,
      started_at: this.time.isoAgo(startedAgo),
      ...(minutes === LIVE ? {} : { ended_at: this.time.isoAgo(startedAgo - minutes) }),
      ...(viewers && known.title === undefined ? pickTopic(this.random) : {}),
      ...(viewers && figuresOf(id, viewers, length, minutes === LIVE)),
      ...(viewers && { updated_at: this.time.isoAgo(minutes === LIVE ? 0 : Math.max(startedAgo - length - 2, 0)) }),
      ...known,
    };
    for (const property of unknown ?? []) delete stream[property];
    if (stream.title) stream.language = stream.tags?.map((tag) => LANGUAGES[tag]).find((code) => code) ?? 'en';
    this.streams.push(stream);
    const curve = observed ? viewerCurve(this.random, { ...observed, minutes: length }) : [];
    this.addSamples(stream, [...curve, ...(samples ?? [])]);
    for (const change of changes ?? []) this.addChange(stream, ...change);
    if (messages) this.addMessageStats(stream, ...messages);
    return stream;
  }

  addSamples({ id, started_at }: StreamRecord, samples: NonNullable<StreamPlan['samples']>): void {
    const startedAgo = this.time.minutesSince(started_at);
    for (const { minute, viewers } of samples) {
      this.viewerSamples.push({ stream_id: id, created_at: this.time.isoAgo(startedAgo - minute), viewers });
    }
  }

  /** Adds a topic of a stream from a minute of it on. Properties that `earlier` lacks are those at the end. */
  addChange(stream: StreamRecord, minute: number, earlier: Partial<StreamTopic>): void {
    const { title, game_name, tags, language } = { ...stream, ...earlier };
    const created_at = this.time.isoAgo(this.time.minutesSince(stream.started_at) - minute);
    this.streamChanges.push({ stream_id: stream.id, created_at, title, game_name, tags, language });
  }

  addFollowerPoint(minutesAgo: number, followers: number): void {
    this.followerPoints.push({ streamer_id: this.id, created_at: this.time.isoAgo(minutesAgo), followers });
  }

  addMessageStats(stream: StreamRecord, totalMessages: number, deletedMessages: number, sharedMessages?: number): void {
    this.messageStats.push({
      stream_id: stream.id,
      total_messages: totalMessages,
      unique_chatters: stream.unique_chatters ?? 0,
      deleted_messages: deletedMessages,
      ...(sharedMessages === undefined ? {} : { shared_messages: sharedMessages }),
    });
  }

  addPanel({ rawUrl, daysAgo, removedDaysAgo, hasImage = true }: PanelPlan): void {
    const image = `${IMAGES}/panels/${this.streamer.login}-${this.panels.length + 1}.png`;
    this.panels.push({
      streamer_id: this.id,
      raw_url: rawUrl,
      created_at: this.time.isoAgo(daysAgo * DAY),
      ...(removedDaysAgo === undefined ? {} : { removed_at: this.time.isoAgo(removedDaysAgo * DAY) }),
      ...(hasImage ? { panel_image: image } : {}),
    });
  }
}

function figuresOf(id: string, [average, peak]: readonly [number, number], minutes: number, isLive: boolean) {
  const views = Math.round(average * (1 + minutes / VISIT_MINUTES)) + peak;
  return {
    avg_viewers: average,
    peak_viewers: peak,
    live_views: views,
    watchtime: Math.round(average * minutes),
    unique_chatters: Math.round(peak * 0.4),
    thumbnail: `${IMAGES}/thumbnails/${id}.jpg`,
    ...(isLive ? {} : { live_views_final: Math.round(views * 1.04), vod_id: `2${id.slice(-9)}` }),
  };
}

function camelCase(login: string): string {
  return login.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
