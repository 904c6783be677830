const fourStreamers = 'aurora_plays,nightshift_radio,worldstage_arena,mossy_lantern';

/** The present month and the month before. Most data of the seed is of these months. */
const [month, monthBefore] = [0, 1].map((ago) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago)).toISOString().slice(0, 7);
});

/** An address for each page and each state of a page, with data from the seed. */
export const shownPages: readonly (readonly [name: string, path: string])[] = [
  ['the leaderboard', '/leaderboard'],
  ['the leaderboard by followers of 90 days, second page', '/leaderboard?sort=followers&days=90&cursor=50'],
  ['the leaderboard of a month', `/leaderboard?month=${monthBefore}`],
  ['the games of a month', `/games?month=${monthBefore}`],
  ['the leaderboard by averages in a language', '/leaderboard?sort=averageviewers&language=en&min_minutes=300'],
  ['a streamer', '/streamers/aurora_plays'],
  ['a streamer over all time', '/streamers/aurora_plays?range=all'],
  ['a streamer in a month', `/streamers/aurora_plays?range=${monthBefore}&tz=Europe/Berlin`],
  ['a streamer in the present month', `/streamers/aurora_plays?range=${month}`],
  ['a streamer in a year without data', '/streamers/aurora_plays?range=2001'],
  ['a streamer between two dates', `/streamers/aurora_plays?range=${monthBefore}-20..${month}-03`],
  ['the viewers of a streamer by hour', '/streamers/mossy_otter?range=7&hours=viewers'],
  ['a streamer on Kick', '/streamers/kick%3Aaurora_plays'],
  ['the leaderboard of Kick', '/leaderboard?platform=kick'],
  ['a comparison of two platforms', '/compare?streamers=aurora_plays,kick%3Aaurora_plays'],
  ['a streamer without data', '/streamers/fresh_account_fred'],
  ['a streamer with a single follower count', '/streamers/single_point_pete'],
  ['a streamer with large numbers', '/streamers/overflow_observatory'],
  ['a streamer with hostile titles', '/streamers/quill_and_quirk?range=all'],
  ['a stream', '/streams/40100000001'],
  ['a part of a stream', '/streams/40100000001?from=2000-01-01T00:00&to=2100-01-01T00:00'],
  ['a live stream', '/streams/40100002007'],
  ['a stream without anything', '/streams/40100020001'],
  ['a stream with a gap', '/streams/40100000002'],
  ['a stream with a single sample', '/streams/40100073002'],
  ['who is live', '/live'],
  ['who is live in a language', '/live?language=en'],
  ['who is live with a tag and a title', '/live?tag=english&title=to'],
  ['the totals', '/totals'],
  ['the totals of a year', '/totals?range=365'],
  ['the events', '/events'],
  ['an event', '/events/300000001'],
  ['an event without streams', '/events/300000004'],
  ['an upcoming event', '/events/300000009'],
  ['a comparison', '/compare?streamers=aurora_plays,nightshift_radio,nobody'],
  ['a comparison in a month', `/compare?streamers=aurora_plays,nightshift_radio&range=${monthBefore}`],
  ['a comparison of too many', `/compare?streamers=${fourStreamers},quill_and_quirk,sixth_name`],
  ['a comparison of nobody', '/compare'],
  ['the games', '/games'],
  ['a game', '/games/Minecraft'],
  ['the results of a search', '/search?q=aurora'],
  ['a search that finds live streams', '/search?q=song'],
  ['a search that finds nothing', '/search?q=zzzzzz'],
  ['a search for nothing', '/search'],
  ['what this is about', '/about'],
  ['a topic of the documentation', '/docs/errors'],
  ['an embed', '/embed/streamers/aurora_plays/hours'],
  ['an embed of the calendar', '/embed/streamers/aurora_plays/calendar'],
  ['an embed of an event', '/embed/events/300000001/viewers'],
  ['an embed of a comparison', '/embed/compare/viewers?streamers=aurora_plays,nightshift_radio'],
  ['an embed of a streamer that there is not', '/embed/streamers/nobody/hours'],
  ['an embed of the totals', '/embed/totals/viewers'],
  ['the codes of a chart', '/share?of=streamers/aurora_plays/viewers'],
  ['the codes of a chart of a month', `/share?of=streamers/aurora_plays/viewers&range=${monthBefore}&tz=Asia/Seoul`],
  ['an embed of a month', `/embed/streamers/aurora_plays/airtime?range=${monthBefore}`],
  ['a page that there is not', '/nothing'],
  ['a streamer that there is not', '/streamers/aurora_play'],
];

/** Pages with the same routes have the same kind. */
function kindOf(path: string): string {
  const [start, ...rest] = path.split('?')[0]?.slice(1).split('/') ?? [];
  return start === 'embed' ? `embed/${rest[0]}` : `${start}/${rest.length}`;
}

/** The first address of each kind. */
export const kindsOfPages = shownPages.filter(
  ([, path], i) => shownPages.findIndex(([, other]) => kindOf(other) === kindOf(path)) === i,
);

/** The other states of pages, whose tests npm test skips. */
export const otherStates = shownPages.filter((page) => !kindsOfPages.includes(page));
