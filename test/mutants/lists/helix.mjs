const pages = 'src/commands/import/helix/read-sightings.ts';
const starts = 'src/commands/import/kinds/date-cell.ts';
const texts = 'src/commands/import/helix/texts.ts';
const names = 'src/commands/import/helix/time-in-name.ts';
const counts = 'src/commands/import/helix/stage-counts.ts';
const streams = 'src/commands/import/helix/stage-streams.ts';
const streamers = 'src/commands/import/helix/stage-streamers.ts';
const changes = 'src/commands/import/helix/stage-changes.ts';
const followed = 'src/commands/import/followed';

const followedSpec = 'test/integration/followed-streams.int-spec.ts';
const collectSpec = 'test/integration/collect-store.int-spec.ts';
const helixSpec = 'test/integration/import-helix.int-spec.ts';
const changesSpec = 'test/integration/import-helix.int-spec.ts';
const sightingsSpec = 'src/commands/import/helix/sightings.spec.ts';
const namesSpec = 'src/commands/import/helix/time-in-name.spec.ts';

export default [
  {
    defect: 'A page from a clock that is ahead is refused',
    file: starts,
    find: 'mostAheadMs = 10 *',
    replace: 'mostAheadMs = 0 *',
    specs: [sightingsSpec, helixSpec],
  },
  {
    defect: 'A page from a clock that is twenty minutes ahead is taken',
    file: starts,
    find: 'mostAheadMs = 10 *',
    replace: 'mostAheadMs = 21 *',
    specs: [sightingsSpec, helixSpec],
  },
  {
    defect: 'An empty answer about users ends all streams',
    file: pages,
    find: "page.pagination === undefined ? 'user' : 'nobody'",
    replace: "'nobody'",
    specs: [sightingsSpec, helixSpec],
  },
  {
    defect: 'A page that repeats a moment corrects the count that is stored',
    file: counts,
    find: 'SET ${count} = k.${count}',
    replace: 'SET ${count} = s.${count}',
    specs: [helixSpec],
  },
  {
    defect: 'Of counts of one moment the lowest one counts',
    file: counts,
    find: 'g.at, g.${count} DESC`',
    replace: 'g.at, g.${count}`',
    specs: [helixSpec],
  },
  {
    defect: 'Of pages of one moment the one with the fewest viewers describes the stream',
    file: streams,
    find: 'r.seen_as COLLATE "C" DESC',
    replace: 'r.seen_as COLLATE "C"',
    specs: [helixSpec],
  },
  {
    defect: 'Of pages of one moment with equal viewers any one describes the stream',
    file: streams,
    find: 'md5(ROW(g.streamer_id, g.started_at, g.title, g.game_name, g.tags, g.thumbnail)::text)',
    replace: "''",
    specs: [helixSpec],
  },
  {
    defect: 'Of imports of one moment the last one counts',
    file: 'src/commands/import/helix/is-later.ts',
    find: '${says} COLLATE "C" > ${counting} COLLATE "C"',
    replace: '${says} <> ${counting}',
    specs: [helixSpec],
  },
  {
    defect: 'Of names of one moment any one counts',
    file: streamers,
    find: `g.at DESC, COALESCE(g.\${column}, '') COLLATE "C" DESC`,
    replace: 'g.at DESC',
    specs: [helixSpec],
  },
  {
    defect: 'Of channels that were seen with a login at one moment the one with the lowest id has it',
    file: streamers,
    find: 'g.at DESC, g.streamer_id DESC',
    replace: 'g.at DESC, g.streamer_id',
    specs: [helixSpec],
  },
  {
    defect: 'A stream ends a moment later than it was not sighted for the time that it may be away',
    file: streams,
    find: 'k.is_open AND k.seen_at <= ${overdue}',
    replace: 'k.is_open AND k.seen_at < ${overdue}',
    specs: [helixSpec],
  },
  {
    defect: 'A sweep ends streams that it did not know',
    file: `${followed}/release-concerned.ts`,
    find: 'COALESCE(k.import_id, 0) <= ${knownImport}',
    replace: '${knownImport} >= 0',
    specs: [collectSpec],
  },
  {
    defect: 'A sweep ends followed streams that another collector saw later',
    file: `${followed}/release-concerned.ts`,
    find: 'l.import_id > ${knownImport} OR l.import_id',
    replace: 'l.import_id',
    specs: [followedSpec],
  },
  {
    defect: 'The viewers of a followed stream held before they were seen',
    file: `${followed}/take-unchanged.ts`,
    find: 'l.viewers * ${heldMs}',
    replace: 'w.viewers * ${heldMs}',
    specs: [followedSpec],
  },
  {
    defect: 'A followed stream loses its figures when an operator writes it',
    file: 'prisma/migrations/20261124100000_live_streams/migration.sql',
    find: 'AND NEW.last_sampled_at <',
    replace: 'AND NULL <',
    specs: [collectSpec],
  },
  {
    defect: 'A streamer of a followed stream was not seen with its names since',
    file: `${followed}/release-concerned.ts`,
    find: 'await noteSeenNames(',
    replace: 'void ((..._: unknown[]) => noteSeenNames)(',
    specs: [followedSpec],
  },
  {
    defect: 'A stream that has ended stays so when another collector saw it later',
    file: streams,
    find: 'NOT (k.is_open OR w.is_newest)',
    replace: 'k.is_open IS FALSE',
    specs: [collectSpec],
  },
  {
    defect: 'A stream that has ended goes on when a sweep is stored twice',
    file: streams,
    find: 'n.stream_id IS NULL OR NOT (k.is_open OR w.is_newest)',
    replace: 'n.stream_id IS NULL',
    specs: [collectSpec],
  },
  {
    defect: 'An older page takes a login from who was seen with it later',
    file: streamers,
    find: 'WHERE k.login IS NULL OR (c.at, c.streamer_id) > (k.seen_at, k.streamer_id)',
    replace: 'WHERE TRUE',
    specs: [helixSpec],
  },
  {
    defect: 'The size of a thumbnail is filled in by half',
    file: texts,
    find: ".replaceAll('{height}', '720')",
    replace: '',
    specs: [sightingsSpec, helixSpec],
  },
  {
    defect: 'A title comes back with the last change and not with the next observation',
    file: changes,
    find: 'r.run > 0',
    replace: 'r.says IS NOT NULL',
    specs: [changesSpec],
  },
  {
    defect: 'A change stays that a late page shows to be none',
    file: changes,
    find: 'if (!rowCount) return;',
    replace: 'if (rowCount !== -1) return;',
    specs: [changesSpec],
  },
  {
    defect: 'A page before a change that came from a file does not bring it forward',
    file: changes,
    find: 'OR c.created_at >= g.at',
    replace: '',
    specs: [changesSpec],
  },
  {
    defect: 'Each observation of a stream counts as a change',
    file: changes,
    find: 'AND f.says IS DISTINCT FROM f.said',
    replace: '',
    specs: [changesSpec],
  },
  {
    defect: 'Half an emoji in a title is refused by PostgreSQL',
    file: texts,
    find: '.replace(/\\p{Surrogate}/gu',
    replace: '.replace(/(?!)/gu',
    specs: [sightingsSpec, collectSpec],
  },
  {
    defect: 'A name of blanks is a name',
    file: texts,
    find: 'unlessBlank(textOf(value, longestName))',
    replace: 'textOf(value, longestName)',
    specs: [sightingsSpec, helixSpec],
  },
  {
    defect: 'The id that stood in for a blank name takes a login from its owner',
    file: texts,
    find: 'name === channelId ? null : name',
    replace: 'name',
    specs: [sightingsSpec, helixSpec],
  },
  {
    defect: 'A blank name replaces the one that is stored',
    file: streamers,
    find: 'NOT w.was_named AND t.display_name IN',
    replace: 'NOT w.is_named OR t.display_name IN',
    specs: [helixSpec],
  },
  {
    defect: 'The offset in the name of a file is taken from the wrong side',
    file: names,
    find: "sign === '+' ? 1 : -1",
    replace: "sign === '+' ? -1 : 1",
    specs: [namesSpec],
  },
  {
    defect: 'A zone in the name of a file that is not known counts as UTC',
    file: names,
    find: 'found !== undefined && !zoneWord.test(word) && !shortName.test(word)',
    replace: 'true',
    specs: [namesSpec],
  },
  {
    defect: 'A date in the name of a file without a readable time counts as no date',
    file: names,
    find: 'if (like.test(name)) throw',
    replace: 'if (like.test(name) && false) throw',
    specs: [namesSpec],
  },
];
