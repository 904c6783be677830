import { readFileSync } from 'node:fs';
import { getDomain } from 'tldts';
import { SPECIAL_TITLES } from './cases/title-cases.js';
import { seedData } from './seed-data.js';
import { SEED_EXAMPLES } from './seed-examples.js';
import { StreamerRecord, StreamRecord } from './seed-records.js';

const NOW = new Date('2026-11-21T09:41:00.000Z');
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WINDOW_START_MS = NOW.getTime() - 30 * DAY_MS;
const NULLABLE = [
  ['title', 'game_name', 'tags', 'avg_viewers', 'peak_viewers', 'live_views', 'live_views_final', 'vod_id'],
  ['watchtime', 'thumbnail', 'unique_chatters', 'updated_at', 'ended_at'],
].flat() as (keyof StreamRecord)[];

const data = seedData(NOW);

function streamer(login: string): StreamerRecord {
  const found = data.streamers.find((row) => row.login === login);
  if (found === undefined) throw new Error(`no streamer ${login}`);
  return found;
}

function streamsOf(login: string): StreamRecord[] {
  return data.streams.filter((row) => row.streamer_id === streamer(login).id);
}

function minutesOf(stream: StreamRecord): number {
  return (Date.parse(stream.ended_at ?? NOW.toISOString()) - Date.parse(stream.started_at)) / MINUTE_MS;
}

function startsInWindow(stream: StreamRecord): boolean {
  return Date.parse(stream.started_at) >= WINDOW_START_MS;
}

function followersOf(login: string): { at: number; followers: number }[] {
  return data.follower_points
    .filter((row) => row.streamer_id === streamer(login).id)
    .map((row) => ({ at: Date.parse(row.created_at), followers: row.followers }))
    .toSorted((a, b) => a.at - b.at);
}

function panelsOf(login: string) {
  return data.panels.filter((row) => row.streamer_id === streamer(login).id);
}

function statsOf(login: string): number[][] {
  const ids = new Set(streamsOf(login).map((row) => row.id));
  return data.message_stats
    .filter((row) => ids.has(row.stream_id))
    .map((row) => [row.total_messages, row.unique_chatters, row.deleted_messages]);
}

function samplesOf(streamId: string): number[] {
  return data.viewer_samples.filter((row) => row.stream_id === streamId).map((row) => Date.parse(row.created_at));
}

function gapsOf(moments: number[]): number[] {
  return moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
}

describe('the examples of the documentation', () => {
  const stream = data.streams.find((row) => row.id === SEED_EXAMPLES.streamId) as StreamRecord;

  it('have a streamer who has everything and is not live', () => {
    const { id, display_name } = streamer(SEED_EXAMPLES.streamerLogin);
    expect([id, display_name]).toEqual([SEED_EXAMPLES.streamerId, SEED_EXAMPLES.streamerDisplayName]);
    expect(streamsOf(SEED_EXAMPLES.streamerLogin).length).toBe(160);
    expect(streamsOf(SEED_EXAMPLES.streamerLogin).filter((row) => row.ended_at === undefined)).toEqual([]);
    expect(followersOf(SEED_EXAMPLES.streamerLogin).length).toBeGreaterThan(400);
    expect(panelsOf(SEED_EXAMPLES.streamerLogin).length).toBeGreaterThan(5);
  });

  it('have a stream of hers, the newest, that has every property, ten tags and message statistics', () => {
    const newest = streamsOf(SEED_EXAMPLES.streamerLogin).toSorted((a, b) => (a.started_at < b.started_at ? 1 : -1))[0];
    expect(newest?.id).toBe(SEED_EXAMPLES.streamId);
    expect(NULLABLE.filter((property) => stream[property] === undefined)).toEqual([]);
    expect(stream.tags?.length).toBe(10);
    expect(data.message_stats.find((row) => row.stream_id === stream.id)?.total_messages).toBeGreaterThan(1_000);
  });

  it('have a streamer who is live, one without data and one of two meanings', () => {
    const live = streamsOf(SEED_EXAMPLES.liveStreamerLogin).filter((row) => row.ended_at === undefined);
    expect(live.map((row) => row.id)).toEqual([SEED_EXAMPLES.liveStreamId]);
    expect(streamsOf(SEED_EXAMPLES.emptyStreamerLogin)).toEqual([]);
    expect(followersOf(SEED_EXAMPLES.emptyStreamerLogin)).toEqual([]);
    expect(panelsOf(SEED_EXAMPLES.emptyStreamerLogin)).toEqual([]);
    const digits = SEED_EXAMPLES.digitsLoginAndId;
    const both = data.streamers.filter((row) => row.login === digits || row.id === digits);
    expect(both.map((row) => row.login)).toEqual([digits, 'nineteen_candles']);
  });
});

describe('big numbers', () => {
  it('stand in a streamer of more than 150 streams, with a watchtime above 2^32', () => {
    const streams = streamsOf(SEED_EXAMPLES.biggestStreamerLogin);
    expect(streams.length).toBeGreaterThan(150);
    expect(streams.filter((row) => startsInWindow(row) && (row.watchtime ?? 0) > 2 ** 32).length).toBe(1);
  });

  it('stand in every figure there is', () => {
    const [stream] = streamsOf('overflow_observatory');
    const figures = [stream?.avg_viewers, stream?.peak_viewers, stream?.live_views, stream?.live_views_final];
    figures.push(stream?.watchtime, stream?.unique_chatters, ...statsOf('overflow_observatory').flat());
    figures.push(...followersOf('overflow_observatory').map((point) => point.followers));
    expect(figures.filter((figure) => figure === undefined || figure <= 2 ** 32)).toEqual([]);
  });
});

describe('streams', () => {
  it('include one live since before the window', () => {
    expect(streamsOf('lofi_lighthouse').map((row) => [row.ended_at, startsInWindow(row)])).toEqual([
      [undefined, false],
    ]);
  });

  it('include one with every nullable property unknown, whose streamer has no image', () => {
    const [, live] = streamsOf('blank_slate');
    expect(Object.keys(live ?? {})).toEqual(['id', 'streamer_id', 'started_at']);
    expect(streamer('blank_slate').profile_image).toBeUndefined();
  });

  it('include, for each nullable property, one of which only that is unknown', () => {
    const unknown = streamsOf('gap_in_the_record').map((row) => NULLABLE.filter((name) => row[name] === undefined));
    expect(unknown).toEqual(NULLABLE.filter((name) => name !== 'tags' && name !== 'ended_at').map((name) => [name]));
  });

  it('have tags unknown, none and ten', () => {
    expect(streamsOf('tagged_tamsin').map((row) => row.tags?.length)).toEqual([undefined, 0, 10]);
  });

  it('include two with the same start', () => {
    expect(new Set(streamsOf('twin_takes').map((row) => row.started_at)).size).toBe(streamsOf('twin_takes').length - 1);
  });

  it('lie an hour outside of the window, an hour inside and 25 hours inside', () => {
    const hours = streamsOf('windowpane_wes').map((row) => (Date.parse(row.started_at) - WINDOW_START_MS) / HOUR_MS);
    expect(hours).toEqual([-1, 1, 25]);
  });

  it('include one that began before the window and ended in it', () => {
    const [stream] = streamsOf('threshold_theo') as [StreamRecord];
    expect(startsInWindow(stream)).toBe(false);
    expect(Date.parse(stream.ended_at ?? '')).toBeGreaterThan(WINDOW_START_MS);
  });

  it.each(['2026-11-21T09:41:00Z', '2026-12-01T01:00:00Z', '2027-01-01T04:00:00Z'])(
    'go across the last two ends of a month at %s',
    (iso) => {
      const streams = seedData(new Date(iso)).streams.filter((row) => row.streamer_id === streamer('calendar_cass').id);
      const months = streams.map((row) => [row.started_at, row.ended_at ?? ''].map((date) => date.slice(0, 7)));
      expect(months.length).toBe(2);
      for (const [first, last] of months) expect(first).not.toBe(last);
    },
  );

  it('last 48 hours, 6 minutes and 40 seconds', () => {
    expect(streamsOf('marathon_mina').map(minutesOf)).toEqual([48 * 60, 6]);
    expect(streamsOf('wrong_button_will').map(minutesOf)).toEqual([40 / 60]);
  });

  it('are missing, or missing from the window, for some streamers', () => {
    expect(streamsOf('lurker_lou')).toEqual([]);
    expect(streamsOf('dusty_archive').length).toBe(12);
    expect(streamsOf('dusty_archive').filter(startsInWindow)).toEqual([]);
  });

  it('include a long one of unknown viewers beside a short one of 100', () => {
    expect(streamsOf('half_measured_hal').map((row) => [minutesOf(row), row.avg_viewers])).toEqual([
      [600, undefined],
      [60, 100],
    ]);
  });
});

describe('names and titles', () => {
  it('show in Korean, Arabic, Japanese, emoji and markup', () => {
    expect(streamer('haneul_mori').display_name).toMatch(/^\p{Script=Hangul}+$/u);
    expect(streamer('layla_of_the_dunes').display_name).toMatch(/^[\p{Script=Arabic} ]+$/u);
    expect(streamer('yoru_no_tombo').display_name).toMatch(/\p{Script=Hiragana}/u);
    expect(streamer('foxglove_games').display_name).toMatch(/\p{Extended_Pictographic}/u);
    expect(streamer('the_bold_bard').display_name).toContain('<b>');
    expect(streamer('the_quite_extraordinary_1').login.length).toBe(25);
  });

  it('include a login of digits that is no id', () => {
    expect(data.streamers.filter((row) => row.id === streamer('20260214').login)).toEqual([]);
  });

  it('include every special title, one a stream', () => {
    const titles = streamsOf('quill_and_quirk').map((row) => row.title);
    expect(titles).toEqual(Object.values(SPECIAL_TITLES));
    expect([...titles].filter((title) => [...(title ?? '')].length === 140).length).toBe(2);
    for (const part of ['<script>', '\n', 'الفجر', '=SUM']) expect(titles.join('|')).toContain(part);
    expect(titles).toContain('');
  });
});

describe('followers', () => {
  it('have no points, one point, points before the window alone, and zeros', () => {
    expect(followersOf('uncounted_uma')).toEqual([]);
    expect(streamsOf('uncounted_uma').some(startsInWindow)).toBe(true);
    expect(followersOf('single_point_pete').length).toBe(1);
    expect(followersOf('last_seen_lars').every((point) => point.at < WINDOW_START_MS)).toBe(true);
    expect(followersOf('nobody_follows_ned').map((point) => point.followers)).toEqual([0, 0, 0]);
  });

  it('fall from point to point, and over the window', () => {
    const points = followersOf('rollercoaster_ravi').filter((point) => point.at >= WINDOW_START_MS);
    expect((points.at(-1)?.followers ?? 0) - (points[0]?.followers ?? 0)).toBeLessThan(0);
    expect(gapsOf(followersOf('aurora_plays').map((point) => point.followers)).some((gain) => gain < 0)).toBe(true);
  });

  it('have six points on one day', () => {
    const days = followersOf('refresh_rita').map((point) => new Date(point.at).toISOString().slice(0, 10));
    expect(days.filter((day) => day === days.at(-1)).length).toBe(6);
  });

  it('have a gap of a year', () => {
    const longest = Math.max(...gapsOf(followersOf('sabbatical_sam').map((point) => point.at)));
    expect(longest).toBeGreaterThan(365 * DAY_MS);
  });

  it('have as many points as a graph shows, one more, and far more', () => {
    const counts = ['thousand_club_tia', 'thousand_and_one', 'longhaul_lena'].map((login) => followersOf(login).length);
    expect(counts).toEqual([1_000, 1_001, 2_400]);
  });
});

describe('panels', () => {
  const rootsOf = (login: string) => [...new Set(panelsOf(login).map((row) => getDomain(row.raw_url)))];

  it.each([
    ['shortlink_shay', ['bit.ly'], 2],
    ['subdomain_sue', ['lumora-keycaps.com'], 3],
    ['teatime_colin', ['fernwick-tea.co.uk', 'oldmarket-scones.co.uk'], 3],
    ['all_at_once_ada', ['driftwell-audio.com', 'hexapad-gear.com'], 3],
  ])('of %s lead to %j', (login, roots, links) => {
    expect(rootsOf(login)).toEqual(roots);
    expect(panelsOf(login).length).toBe(links);
  });

  it('lead to one host in Unicode and in punycode', () => {
    const hosts = panelsOf('punycode_pia').map((row) => getDomain(new URL(row.raw_url).hostname));
    expect(new Set(hosts).size).toBe(1);
    expect(panelsOf('punycode_pia').filter((row) => row.raw_url.includes('xn--')).length).toBe(1);
  });

  it('lack an image, were removed, are social links alone, or are missing', () => {
    expect(panelsOf('plain_text_ivo').map((row) => row.panel_image === undefined)).toEqual([true, false]);
    expect(panelsOf('contract_over_remy').map((row) => row.removed_at === undefined)).toEqual([false, false, true]);
    const social = ['twitter.com', 'x.com', 'discord.gg', 'youtube.com', 'twitch.tv', 'instagram.com'];
    expect(rootsOf('social_only_sol')).toEqual(social);
    expect(panelsOf('no_panels_nell')).toEqual([]);
  });
});

describe('message statistics', () => {
  it('are zero, all deleted, and missing', () => {
    expect(statsOf('hushed_hugo')).toEqual([[0, 0, 0]]);
    expect(statsOf('purged_petra')).toEqual([[512, 58, 512]]);
    expect(statsOf('unlogged_una')).toEqual([]);
    expect(streamsOf('unlogged_una').length).toBe(1);
  });
});

describe('viewer samples', () => {
  it('are one a minute for 5 hours with a gap, of a stream without figures of its own', () => {
    const stream = data.streams.find((row) => row.id === SEED_EXAMPLES.sampledStreamId) as StreamRecord;
    expect([stream.avg_viewers, stream.peak_viewers, stream.watchtime]).toEqual([undefined, undefined, undefined]);
    expect(minutesOf(stream)).toBe(300);
    const gaps = gapsOf(samplesOf(stream.id)).map((ms) => ms / MINUTE_MS);
    expect([...new Set(gaps)]).toEqual([1, 26]);
    expect(gaps.length).toBe(274);
  });

  it('follow a live stream to the last minute', () => {
    expect(samplesOf(SEED_EXAMPLES.liveStreamId).at(-1)).toBe(NOW.getTime() - MINUTE_MS);
  });

  it('are one for a stream, and none for most', () => {
    expect(streamsOf('one_sample_olga').map((row) => samplesOf(row.id).length)).toEqual([0, 1]);
    expect(new Set(data.viewer_samples.map((row) => row.stream_id)).size).toBeLessThan(data.streams.length / 100);
  });
});

describe('events', () => {
  const eventOf = (id: string) => {
    const event = data.events.find((row) => row.id === id);
    const streamIds = data.event_streams.filter((row) => row.event_id === id).map((row) => row.stream_id);
    const markers = data.event_markers.filter((row) => row.event_id === id);
    return { ...event, streamIds, markers };
  };

  it('include a public one that is over, with three streams that have samples, and markers', () => {
    const { is_public, ended_at, streamIds, markers } = eventOf(SEED_EXAMPLES.eventId);
    expect([is_public, ended_at === undefined, streamIds.length, markers.length]).toEqual([true, false, 3, 3]);
    expect(streamIds).toContain(SEED_EXAMPLES.streamId);
    expect(streamIds.filter((id) => samplesOf(id).length === 0)).toEqual([]);
  });

  it('include one that is on, of streams that are live, and a private one', () => {
    const { is_public, ended_at, streamIds } = eventOf(SEED_EXAMPLES.liveEventId);
    expect([is_public, ended_at]).toEqual([true, undefined]);
    expect(data.streams.filter((row) => streamIds.includes(row.id)).map((row) => row.ended_at)).toEqual([
      undefined,
      undefined,
    ]);
    expect(eventOf(SEED_EXAMPLES.privateEventId)).toMatchObject({ is_public: false, streamIds: [expect.any(String)] });
  });

  it('include one without streams, and one whose stream was deleted', () => {
    const streamIds = data.events.map(({ id }) => eventOf(id).streamIds);
    expect(streamIds.filter((ids) => ids.length === 0)).toHaveLength(1);
    expect(streamIds).toContainEqual([SEED_EXAMPLES.deletedStreamId]);
    expect(data.streams.find((row) => row.id === SEED_EXAMPLES.deletedStreamId)?.title).toBeUndefined();
  });
});

describe('collaboration sessions', () => {
  it('are of two and of four streamers, and one is on', () => {
    expect(data.colab_sessions.map((row) => [row.stream_ids.length, row.ended_at === undefined])).toEqual([
      [2, false],
      [4, false],
      [2, true],
    ]);
  });
});

describe('docs/seed.md', () => {
  const text = readFileSync('docs/seed.md', 'utf8');

  it('names streamers and streams that exist', () => {
    const names = new Set(data.streamers.flatMap((row) => [row.id, row.login]));
    const ids = new Set(data.streams.map((row) => row.id));
    const named = [...text.matchAll(/\/streamer\/([^/`]+)/g)].map((match) => match[1] ?? '');
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    const written = [...text.matchAll(/\b401\d{8}\b/g)].map((match) => match[0]);
    expect(written.filter((id) => !ids.has(id))).toEqual(['40100998999', '40100000000']);
  });

  it('counts the rows of each kind', () => {
    const counts = Object.values(data).map((rows: unknown[]) => rows.length.toLocaleString('en'));
    expect(counts.filter((count) => !text.replaceAll('\n', ' ').includes(` ${count} `))).toEqual([]);
  });
});
