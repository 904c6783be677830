import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { LiveStream } from '../../../streams/live/live-stream.response.js';
import { LastStream } from '../../../streams/reports/last-stream.response.js';
import { WebhookKind } from '../../../config/webhook-targets.js';
import { ReportedStreamer, StreamersReport } from '../../../streamer/dto/streamers-report.response.js';
import { ChangedStream } from '../../../streams/live/changed-stream.response.js';
import { toDiscordMessage } from './discord-message.js';
import { noticeOf, WebhookData } from './notice.js';
import { toNtfyMessage } from './ntfy-message.js';

const texts = { title: 'A\u202e\nB', game_name: '\u202eChess' };
const publicUrl = 'https://stats.example.com';
const addressOf = (path: string) => publicUrl + path;
const discord = <Kind extends WebhookKind>(kind: Kind, data: WebhookData[Kind], link?: typeof addressOf) =>
  toDiscordMessage(noticeOf(kind, data), link ?? (() => undefined));
const ntfy = <Kind extends WebhookKind>(kind: Kind, data: WebhookData[Kind], link = addressOf) =>
  toNtfyMessage(kind, noticeOf(kind, data), link);
const embedOf = (message: object) => (message as { embeds: object[] }).embeds[0];
const started = (about: object) =>
  embedOf(discord('stream.started', Object.assign(new LiveStream(), { name: 'ann', viewers: 7, ...about })));
const ended = (about: object) =>
  embedOf(discord('stream.ended', Object.assign(new LastStream(), { streamer_id: '1', ...about })));
const game = { name: 'Game', value: 'Chess', inline: true };

it('shows names, titles and games as pages do', () => {
  expect(started({ ...texts, display_name: 'Ann\u2067' })).toMatchObject({
    ...{ title: 'Ann is live', description: 'A B' },
    fields: [game, { name: 'Viewers', value: '7', inline: true }],
  });
  expect(ended({ ...texts, user_display_name: 'Ann\u2067' })).toMatchObject({
    ...{ title: 'Ann has ended the stream', description: 'A B' },
    fields: [game],
  });
});

it.each([null, '', ' ', '\u200b', '\u202e', '\u2800\u3164'])('replaces %j as pages do', (blank) => {
  expect(started({ display_name: blank, title: blank, game_name: blank, viewers: null })).toEqual({
    ...{ title: 'ann is live', description: 'No title', fields: [] },
  });
  expect(ended({ user_display_name: blank, title: blank, game_name: blank })).toMatchObject({
    ...{ title: '1 has ended the stream', description: 'No title' },
  });
});

it('says that figures of a final month still change, and mentions nobody', () => {
  const data = { month: '2026-10', entries: 1200, games: 0, is_final: true } as LeaderboardMonth;
  expect(discord('month.final', data, addressOf)).toEqual({
    embeds: [
      {
        title: 'The leaderboard of 2026\\-10 is final',
        description: expect.stringMatching(/^Figures of a final month still change if data is imported, corrected/),
        url: 'https://stats.example.com/leaderboard?month=2026-10',
        fields: [
          { name: 'Streamers', value: '1,200', inline: true },
          { name: 'Games', value: '0', inline: true },
        ],
      },
    ],
    allowed_mentions: { parse: [] },
  });
});

it.each([
  ['@everyone', '\\@everyone'],
  ['<@&1> <#2> <t:3>', '\\<\\@&1\\> \\<\\#2\\> \\<t\\:3\\>'],
  ['https://evil.example', 'https\\://evil\\.example'],
])('shows %s as text in every place', (text, escaped) => {
  const data = { id: '7', display_name: text, title: text, game_name: text, viewers: null } as LiveStream;
  expect(discord('stream.started', data)).toMatchObject({
    embeds: [{ title: `${escaped} is live`, description: escaped, fields: [{ name: 'Game', value: escaped }] }],
  });
});

const changed: ChangedStream = {
  ...Object.assign(new LiveStream(), { id: '7', name: 'ann', display_name: 'Ann' }),
  before: { title: 'A *b*', game_name: null, tags: ['x', 'y'] },
  after: { title: 'C', game_name: 'Chess', tags: [] },
};

it('shows what has changed', () => {
  expect(embedOf(discord('stream.changed', changed, addressOf))).toEqual({
    title: 'Ann has changed the stream',
    url: 'https://stats.example.com/streams/7',
    fields: [
      { name: 'Title', value: 'A \\*b\\* → C', inline: true },
      { name: 'Game', value: 'none → Chess', inline: true },
      { name: 'Tags', value: 'x, y → none', inline: true },
    ],
  });
  expect(ntfy('stream.changed', changed)).toEqual({
    ...{ title: 'Ann has changed the stream', message: 'Title: A *b* → C\nGame: none → Chess\nTags: x, y → none' },
    ...{ tags: ['pencil2'], priority: 3, click: 'https://stats.example.com/streams/7' },
  });
});

const streamer = (about: Partial<ReportedStreamer> = {}): ReportedStreamer => ({
  ...{ streamer_id: '1', name: 'ann', display_name: 'Ann_B', page: `${publicUrl}/streamers/1?range=2026-10&tz=UTC` },
  ...{ stream_count: 1, total_minutes: 90, avg_viewers: 1200, peak_viewers: 2345, watchtime: 108_000 },
  previous: {
    stream_count: 2,
    total_minutes: 60,
    avg_viewers: 1,
    peak_viewers: 1,
    watchtime: 96_000,
    known_since: null,
  },
  ...{ rank: 3, best_stream: null, known_since: null, subscribers: null, subscriber_gain: null, ...about },
});
const report = (...streamers: ReportedStreamer[]): StreamersReport => ({
  ...{ range: '2026-10-19..2026-10-26', tz: 'Europe/Berlin', from: '', to: '', streamers },
});

it('shows a report in short lines, and the change if the window before has watchtime', () => {
  const none = {
    previous: { ...streamer().previous, watchtime: 0 },
    rank: null,
    page: '/streamers/1',
    stream_count: 2,
  };
  expect(embedOf(discord('report.week', report(streamer(), streamer(none))))).toMatchObject({
    title: 'Week 2026\\-10\\-19 to 2026\\-10\\-26 \\(Europe/Berlin\\)',
    description: [
      '[**Ann\\_B**](https://stats.example.com/streamers/1?range=2026-10&tz=UTC)',
      '1,800 viewer\\-hours \\(\\+13%\\), rank 3',
      '1 stream in 2 h, average 1,200, peak 2,345',
      '\n**Ann\\_B**',
      '1,800 viewer\\-hours',
      '2 streams in 2 h, average 1,200, peak 2,345',
    ].join('\n'),
  });
  expect(ntfy('report.month', { ...report(streamer()), range: '2026-10' })).toEqual({
    title: 'Month 2026-10 (Europe/Berlin)',
    message: 'Ann_B\n1,800 viewer-hours (+13%), rank 3\n1 stream in 2 h, average 1,200, peak 2,345',
    ...{ tags: ['bar_chart'], priority: 3, click: 'https://stats.example.com/streamers/1?range=2026-10&tz=UTC' },
  });
});

it('shows no change if too little of a window is known, and no zeros for unknown figures', () => {
  // The week has 169 hours, and so has the time before. 5% are 8 hours and 27 minutes.
  const linesOf = (about: Partial<ReportedStreamer>) =>
    (embedOf(discord('report.week', report(streamer(about)))) as { description: string }).description
      .split('\n')
      .slice(1);
  const [change, none] = ['1,800 viewer\\-hours \\(\\+13%\\), rank 3', '1,800 viewer\\-hours, rank 3'];
  expect(linesOf({ known_since: '2026-10-12T05:27:00.000Z' })[0]).toBe(change);
  expect(linesOf({ known_since: '2026-10-12T05:28:00.000Z' })[0]).toBe(none);
  expect(linesOf({ watchtime: 0, avg_viewers: 0, peak_viewers: 0 })).toEqual([
    'viewer\\-hours unknown',
    '1 stream in 2 h, average unknown, peak unknown',
  ]);
  const best_stream = { avg_viewers: 0, peak_viewers: 0, watchtime: 0 } as ReportedStreamer['best_stream'];
  expect(linesOf({ watchtime: 0, avg_viewers: 0, peak_viewers: 0, best_stream })).toEqual([
    '0 viewer\\-hours \\(\\-100%\\), rank 3',
    '1 stream in 2 h, average 0, peak 0',
  ]);
  expect(linesOf({ stream_count: 0, watchtime: 0 })).toEqual(['No streams']);
});

it('shortens a report to what Discord and ntfy accept', () => {
  const long = streamer({ display_name: '\u{1f409}'.repeat(100), page: `${publicUrl}/streamers/1?${'x'.repeat(200)}` });
  const many = report(...Array.from({ length: 20 }, () => long));
  const { description } = embedOf(discord('report.week', many)) as { description: string };
  expect(description.length).toBeLessThanOrEqual(4_096);
  expect(description.split('\n\n').length).toBeGreaterThan(8);
  const { message } = ntfy('report.week', many) as { message: string };
  expect(Buffer.byteLength(message)).toBeLessThan(4_096);
  expect(message.split('\n\n').length).toBeGreaterThan(6);
});

it.each([
  ['stream.started', 4, 'red_circle'],
  ['stream.ended', 2, 'checkered_flag'],
] as const)(
  'gives a message %s the priority %d and a tag of ntfy, and no link without an address',
  (kind, priority, tag) => {
    const stream = { id: '7', display_name: 'Ann', user_display_name: 'Ann', title: 'A <b>' };
    const notice = noticeOf(kind, stream as unknown as LiveStream & LastStream);
    const { title, ...message } = toNtfyMessage(kind, notice, () => undefined) as Record<string, unknown>;
    expect(title).toContain('Ann');
    expect(message).toEqual({ message: 'A <b>', tags: [tag], priority });
  },
);
