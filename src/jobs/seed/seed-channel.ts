import { FollowerPoints, followerHistory, PanelPlan, RegularStreams, regularStreams, StreamPlan } from './plans.js';
import { seedStreamerId, seedStreamId } from './seed-ids.js';
import { SeedData, StreamRecord, StreamTopic } from './seed-records.js';
import { DAY, SeedTime, WINDOW } from './seed-time.js';
import { SeededRandom } from './seeded-random.js';
import { stockTopics } from './stream-topics.js';
import { viewerCurve } from './viewer-curve.js';

const IMAGES = 'https://static.example.net';
/** The average length of a visit, which relates views to viewers. */
const VISIT_MINUTES = 60;

/** The languages of topics that are not in English, by a tag. */
const LANGUAGES: Readonly<Record<string, string>> = { 한국어: 'ko', 日本語: 'ja', العربية: 'ar' };

/** Adds one streamer and their data to the rows of the seed. Ages are minutes before now. */
export class SeedChannel {
  readonly streamer: SeedData['streamers'][number];
  readonly random: SeededRandom;
  readonly streams: StreamRecord[] = [];

  constructor(
    private readonly rows: SeedData,
    readonly time: SeedTime,
    private readonly number: number,
    login: string,
    displayName = camelCase(login),
  ) {
    const profile_image = `${IMAGES}/profiles/${login}.png`;
    this.streamer = { id: seedStreamerId(number), login, display_name: displayName, profile_image };
    this.random = new SeededRandom(number);
    rows.streamers.push(this.streamer);
  }

  addRegularStreams(plan: RegularStreams): this {
    return this.addStreams(...regularStreams(this.random, plan));
  }

  /** Adds streams before the window and before the other streams of the channel, back to an age in days. */
  addEarlierStreams(backToDays: number, { everyDays, viewers }: Pick<RegularStreams, 'everyDays' | 'viewers'>): this {
    const ages = this.streams.map(({ started_at: start }) => this.time.minutesSince(start));
    const to = Math.max(WINDOW, ...ages) + DAY;
    const gaps = [everyDays].flat();
    const perDay = gaps.length / gaps.reduce((sum, gap) => sum + gap);
    const count = Math.max(0, Math.round((backToDays - to / DAY) * perDay));
    return this.addRegularStreams({ count, everyDays, viewers, without: { from: 0, to } });
  }

  /** Adds streams. A stream with known viewers and no title gets a title from the common stock. */
  addStreams(...plans: StreamPlan[]): this {
    for (const plan of plans) this.addStream(plan);
    return this;
  }

  private addStream({ startedAgo, minutes, viewers, observed, ...plan }: StreamPlan): void {
    const { samples = [], changes = [], messages, ...known } = plan;
    const id = seedStreamId(this.number, this.streams.length + 1);
    const isLive = minutes === undefined;
    const length = minutes ?? startedAgo;
    const stream: StreamRecord = {
      id,
      streamer_id: this.streamer.id,
      started_at: this.time.isoAgo(startedAgo),
      ended_at: isLive ? undefined : this.time.isoAgo(startedAgo - minutes),
      ...(viewers && known.title === undefined ? this.random.pick(stockTopics) : {}),
      ...(viewers && figuresOf(id, viewers, length, isLive)),
      ...(viewers && { updated_at: this.time.isoAgo(Math.max(startedAgo - length - 2, 0)) }),
      ...known,
    };
    if (stream.title) stream.language = stream.tags?.map((tag) => LANGUAGES[tag]).find((code) => code) ?? 'en';
    this.streams.push(stream);
    this.rows.streams.push(stream);
    if (observed) this.addSamples(stream, viewerCurve(this.random, { ...observed, minutes: length }));
    this.addSamples(stream, samples);
    for (const [minute, earlier] of changes) this.addChange(stream, minute, earlier);
    if (messages) this.addMessages(stream, ...messages);
  }

  addSamples({ id, started_at }: StreamRecord, samples: NonNullable<StreamPlan['samples']>): void {
    const startedAgo = this.time.minutesSince(started_at);
    for (const { minute, viewers } of samples) {
      this.rows.viewer_samples.push({ stream_id: id, created_at: this.time.isoAgo(startedAgo - minute), viewers });
    }
  }

  /** Adds a topic of a stream from a minute of it on. Properties that `earlier` lacks are those at the end. */
  addChange(stream: StreamRecord, minute: number, earlier: Partial<StreamTopic>): void {
    const { title, game_name, tags, language } = { ...stream, ...earlier };
    const created_at = this.time.isoAgo(this.time.minutesSince(stream.started_at) - minute);
    this.rows.stream_changes.push({ stream_id: stream.id, created_at, title, game_name, tags, language });
  }

  addMessages({ id, unique_chatters = 0 }: StreamRecord, total: number, deleted: number, shared?: number): void {
    const counts = { total_messages: total, unique_chatters, deleted_messages: deleted, shared_messages: shared };
    this.rows.message_stats.push({ stream_id: id, ...counts });
  }

  addFollowers(followers: number, gain: number, weeks = 12): this {
    return this.addFollowerPoints(followerHistory(followers, gain, weeks));
  }

  addFollowerPoints(points: FollowerPoints): this {
    for (const [minutesAgo, followers] of points) {
      const created_at = this.time.isoAgo(minutesAgo);
      this.rows.follower_points.push({ streamer_id: this.streamer.id, created_at, followers });
    }
    return this;
  }

  /** Adds all panels of the channel. */
  addPanels(...panels: PanelPlan[]): this {
    const { id: streamer_id, login } = this.streamer;
    for (const [index, { rawUrl, daysAgo, removedDaysAgo, hasImage = true }] of panels.entries()) {
      const created_at = this.time.isoAgo(daysAgo * DAY);
      const removed_at = removedDaysAgo === undefined ? undefined : this.time.isoAgo(removedDaysAgo * DAY);
      const panel_image = hasImage ? `${IMAGES}/panels/${login}-${index + 1}.png` : undefined;
      this.rows.panels.push({ streamer_id, raw_url: rawUrl, created_at, removed_at, panel_image });
    }
    return this;
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
    live_views_final: isLive ? undefined : Math.round(views * 1.04),
    vod_id: isLive ? undefined : `2${id.slice(-9)}`,
  };
}

function camelCase(login: string): string {
  return login.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
