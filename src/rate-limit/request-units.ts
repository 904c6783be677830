import { countLetters } from '../http/query/search-text.decorator.js';
import { countDays } from '../http/query/window.query.js';
import { UnitRule } from '../http/request/unit-rule.js';

/**
 * The milliseconds of work that a unit pays. A request takes up to 60 ms of processor time per unit with what is not
 * counted, such as drawing.
 */
export const workOfUnitMs = 40;

function fixedUnits(units: number): UnitRule {
  return { unitsFor: () => units, description: `A request costs ${units} units of the rate limit.` };
}

/** For viewer graphs and their pictures, which can read all samples of a range. */
export const viewerGraphUnits: UnitRule = {
  unitsFor: ({ points }) => (points === undefined ? 5 : 10),
  description: 'A request costs 5 units of the rate limit, or 10 units with `points`.',
};
export const viewerPictureUnits = fixedUnits(10);

/**
 * For graphs of followers and subscribers, and their pictures. Without these parameters a streamer has one graph, which is usually cached.
 */
export const countGraphUnits: UnitRule = {
  unitsFor: ({ month, year, from, to, points, width }) =>
    [month, year, from, to, points, width].every((value) => value === undefined) ? 1 : 5,
  description: 'A request with `month`, `year`, `from`, `to`, `points` or `width` costs 5 units of the rate limit.',
};

/** For the chat of a stream over time, with its viewers. */
export const chatUnits = fixedUnits(5);

/** For totals, which can read all hours of a year. */
export const totalsUnits = fixedUnits(5);
/** For figures that are computed from the samples of a stream, and of several streams. */
export const reportUnits = fixedUnits(5);
export const severalStreamsUnits = fixedUnits(10);

/** For pages that read the samples of a stream, or of several streamers. */
export const samplesPageUnits = fixedUnits(5);

/** For charts as frames and as pictures. */
export const chartUnits = fixedUnits(5);

/** For calendars and feeds. */
export const feedUnits = fixedUnits(5);

/** For the pictures of links, which take processor time. */
export const previewUnits = fixedUnits(5);

/** For files with all rows of a list: one unit for each started 1,000 rows, and at least 10. */
export const unitsOfFile = 10;
export const rowsOfUnit = 1_000;

/** For the sitemap, which reads the whole leaderboard. */
export const sitemapUnits = fixedUnits(10);

/** For the page of a streamer. */
export const rangeUnits: UnitRule = {
  unitsFor: ({ range, hours }) => (hours === 'viewers' ? 10 : range === 'all' ? 5 : 1),
  description: 'A request with `range=all` costs 5 units of the rate limit, with `hours=viewers` 10 units.',
};

const namesOfUnit = 20;

const unitsOfNames = (names: unknown) =>
  typeof names === 'string' ? Math.ceil(names.split(',').length / namesOfUnit) : 1;

/** For live streams: a tag and a title are compared with those of many streams. */
export const liveUnits: UnitRule = {
  unitsFor: ({ names, tag, title }) => Math.max(unitsOfNames(names), (tag ?? title) === undefined ? 1 : 10),
  description: `A request with \`tag\` or \`title\` costs 10 units of the rate limit. A request with \`names\` costs at least one unit per ${namesOfUnit} names.`,
};

/** Windows up to this length cost the same as a window of one day. */
const daysOfUnit = 100;

/** For figures of several streamers. */
export const statsUnits: UnitRule = {
  unitsFor: (query) => unitsOfNames(query.names) * (countDays(query) > daysOfUnit ? 5 : 1),
  description: `A request costs one unit of the rate limit per ${namesOfUnit} names, and five times as much for a window of more than ${daysOfUnit} days.`,
};

const unitsOfFilter = 5;

/** For lists with a filter that reads entries in their order until the page is full. */
export const filterUnits: UnitRule = {
  unitsFor: ({ language, platform, min_minutes, min_streams }) =>
    [language, platform, min_minutes, min_streams].every((value) => value === undefined) ? 1 : unitsOfFilter,
  description: `A request with \`language\`, \`platform\`, \`min_minutes\` or \`min_streams\` costs ${unitsOfFilter} units of the rate limit.`,
};

/** For lists that only a platform filters. */
export const platformUnits: UnitRule = {
  unitsFor: ({ platform }) => (platform === undefined ? 1 : unitsOfFilter),
  description: `A request with \`platform\` costs ${unitsOfFilter} units of the rate limit.`,
};

/** A text of many short words reads the index for each of them. */
const lettersOfUnit = 20;

const unitsOfText = (text: unknown) => (typeof text === 'string' ? Math.ceil(countLetters(text) / lettersOfUnit) : 0);

/** For lists that search many streamers to fill a page. */
export const searchedListUnits: UnitRule = {
  unitsFor: ({ live, language, platform, cursor, query }) => {
    const isFiltered = [live, language, platform].some((value) => value !== undefined) || Number(cursor) >= 1_000;
    return Math.max(isFiltered ? unitsOfFilter : 1, unitsOfText(query));
  },
  description: `A request with \`live\`, \`language\` or \`platform\`, or with a \`cursor\` of 1,000 or more, costs 5 units of the rate limit. A \`query\` costs one unit per started ${lettersOfUnit} characters.`,
};

/** For suggestions of names. */
export const suggestionUnits: UnitRule = {
  unitsFor: ({ q }) => Math.max(1, unitsOfText(q)),
  description: `A request costs one unit of the rate limit per started ${lettersOfUnit} characters.`,
};

/** For the page of a search, which also compares titles. */
export const searchPageUnits: UnitRule = {
  unitsFor: (query) => suggestionUnits.unitsFor(query) + 2,
  description: `A request costs two units of the rate limit, and one more per started ${lettersOfUnit} characters.`,
};
