import fc from 'fast-check';
import { Client } from 'pg';
import { toSightings } from '../../src/commands/import/helix/read-sightings.js';
import { sightings } from '../../src/commands/import/helix/sightings.js';
import { recordsInput } from '../../src/commands/import/input.js';
import { Importer, ImportSummary } from '../../src/commands/import/importer.js';
import { KindName } from '../../src/commands/import/kinds/kind.js';
import { findKind } from '../../src/commands/import/kinds/kinds.js';
import { undoImport } from '../../src/commands/imports/undo-import.js';
import { forgetStreamer } from '../../src/commands/forget/forget-streamer.js';
import { pruneSamples } from '../../src/commands/prune/prune-samples.js';
import { createTestDatabase, TestDatabase } from '../support/test-database.js';

interface Seen {
  minute: number;
  id: string;
  viewers: number;
  title: string | null;
  game?: string;
  tags?: string[] | null;
}

const now = new Date('2024-07-01T00:00:00Z');
const minute = (minutes: number) => new Date(Date.UTC(2024, 5, 15, 12, minutes)).toISOString();

describe('what streams were called', () => {
  let database: TestDatabase;
  let client: Client;

  beforeAll(async () => {
    database = await createTestDatabase();
  });

  afterAll(() => database.drop());

  beforeEach(async () => {
    client = new Client({ connectionString: database.url });
    await client.connect();
  });

  afterEach(async () => {
    await client.end();
    await database.empty();
  });

  /** One import of pages, one for each moment. */
  const see = async (...seen: Seen[]): Promise<ImportSummary> => {
    const moments = [...new Set(seen.map((one) => one.minute))];
    async function* read() {
      yield moments.flatMap((at, index) => {
        const data = seen.filter((one) => one.minute === at).map(toItem);
        const record = { at: minute(at), data, pagination: {} };
        return toSightings({ line: index + 1, record, problem: null, raw: '' }, { at: now }, now);
      });
    }
    return new Importer(client).run([{ kind: sightings, name: 'pages', read }]);
  };
  const importRecords = (records: Partial<Record<KindName, object[]>>) =>
    new Importer(client).run(
      Object.entries(records).map(([name, rows]) => recordsInput(findKind(name as KindName), name, rows)),
    );
  const changes = async (): Promise<unknown[]> => {
    const { rows } = await client.query<{ id: string; at: Date; title: string | null }>(
      'SELECT c.stream_id AS id, c.created_at AS at, c.title FROM stream_changes c ORDER BY c.stream_id, c.created_at',
    );
    return rows.map(({ id, at, title }) => [id, (at.getTime() - Date.parse(minute(0))) / 60_000, title]);
  };
  const counted = async () => {
    const sql = `SELECT (SELECT d.row_count::int FROM data_summary d WHERE d.kind = 'stream_changes') AS kept,
      (SELECT count(*)::int FROM stream_changes) AS stored`;
    return (await client.query<{ kept: number; stored: number }>(sql)).rows[0];
  };
  const ann = (at: number, title: string | null, viewers = 5): Seen => ({ minute: at, id: '10', viewers, title });

  it('is kept from each moment on at which it changed, and from no other', async () => {
    await see(ann(0, 'a'), ann(2, 'a'));
    await see(ann(4, 'a'));
    await see(ann(6, 'b'), ann(8, 'b'), ann(10, 'a'));
    expect(await changes()).toEqual([
      ['10', 0, 'a'],
      ['10', 6, 'b'],
      ['10', 10, 'a'],
    ]);
  });

  it('changes with the game, with tags, and where one of them is no longer told', async () => {
    await see(ann(0, 'a'), { ...ann(1, 'a'), game: 'Go' }, { ...ann(2, 'a'), game: 'Go', tags: ['x'] });
    await see({ ...ann(3, 'a'), game: 'Go', tags: ['x'] }, { ...ann(4, 'a'), game: 'Go', tags: [] });
    await see({ ...ann(5, 'a'), game: 'Go', tags: null }, { ...ann(6, null), game: 'Go', tags: null }, ann(7, null));
    const { rows } = await client.query(
      'SELECT c.title, c.game_name, c.tags FROM stream_changes c ORDER BY c.created_at',
    );
    expect(rows).toEqual([
      { title: 'a', game_name: null, tags: null },
      { title: 'a', game_name: 'Go', tags: null },
      { title: 'a', game_name: 'Go', tags: ['x'] },
      { title: 'a', game_name: 'Go', tags: [] },
      { title: 'a', game_name: 'Go', tags: null },
      { title: null, game_name: 'Go', tags: null },
      { title: null, game_name: null, tags: null },
    ]);
  });

  it('has a change back at the observation after a late one', async () => {
    await see(ann(0, 'a'), ann(2, 'a'), ann(6, 'a'), ann(8, 'a'));
    await see(ann(4, 'b'));
    expect(await changes()).toEqual([
      ['10', 0, 'a'],
      ['10', 4, 'b'],
      ['10', 6, 'a'],
    ]);
  });

  it('loses a change that a late observation shows to be earlier, and says how many are left', async () => {
    await see(ann(6, 'b'), ann(8, 'a'));
    await see(ann(4, 'b'), ann(8, 'b', 9));
    expect(await changes()).toEqual([['10', 4, 'b']]);
    expect(await counted()).toEqual({ kept: 1, stored: 1 });
  });

  it('is that of the most viewers where a moment was observed several times', async () => {
    await see(ann(0, 'a', 5), ann(1, 'b', 3));
    await see(ann(0, 'b', 4), ann(1, 'c', 4));
    expect(await changes()).toEqual([
      ['10', 0, 'a'],
      ['10', 1, 'c'],
    ]);
  });

  it('stays when samples are pruned, and goes with a streamer who is forgotten', async () => {
    await see(ann(0, 'a'), ann(2, 'b'), { ...ann(2, 'z'), id: '20' });
    const before = await changes();
    await pruneSamples(client, new Date(minute(60)));
    expect(await changes()).toEqual(before);
    await forgetStreamer(client, '1');
    expect(await changes()).toEqual([['20', 2, 'z']]);
    await see(ann(4, 'c'));
    expect(await changes()).toEqual([['20', 2, 'z']]);
  });

  it('comes from files, too, which name a stream that exists', async () => {
    await see(ann(2, 'a'));
    const change = (stream_id: string, at: number) => ({
      stream_id,
      created_at: minute(at),
      title: 'file',
      tags: ['x'],
    });
    expect(await importRecords({ stream_changes: [change('10', 1), change('11', 1)] })).toMatchObject({
      committed: false,
      firstRejects: [
        { kind: 'stream_changes', property: 'stream_id', reason: '11 is the id of no stream; import it first' },
      ],
    });
    await importRecords({ stream_changes: [change('10', 1)] });
    await see(ann(3, 'a'));
    expect(await changes()).toEqual([
      ['10', 1, 'file'],
      ['10', 2, 'a'],
    ]);
  });

  it('moves to the page that tells it before a file does', async () => {
    await see(ann(0, 'a'));
    await importRecords({ stream_changes: [{ stream_id: '10', created_at: minute(4), title: 'b' }] });
    await see(ann(2, 'b'));
    expect(await changes()).toEqual([
      ['10', 0, 'a'],
      ['10', 2, 'b'],
    ]);
  });

  it('is what all observations tell, in whatever order and pieces they come, and as often', async () => {
    const one = fc.record({
      minute: fc.nat(9),
      id: fc.constantFrom('10', '11', '20'),
      viewers: fc.nat(30_000),
      title: fc.constantFrom('a', 'b', null),
    });
    const imports = fc.array(fc.array(one, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(imports, fc.nat(5), async (made, repeated) => {
        // Between two of one moment with as many viewers nothing decides that anybody knows of.
        let place = 0;
        const pieces = made.map((piece) => piece.map((seen) => ({ ...seen, viewers: seen.viewers * 30 + place++ })));
        await client.query(
          'TRUNCATE streamers, streams, stream_changes, viewer_samples, sighted_streams, data_summary CASCADE',
        );
        for (const piece of pieces) await see(...piece);
        const expected = expectedChanges(pieces.flat());
        expect(await changes()).toEqual(expected);
        await see(...(pieces[repeated % pieces.length] ?? []));
        expect(await changes()).toEqual(expected);
        expect(await counted()).toMatchObject({ kept: expected.length });
        const { id } = await see({ minute: 5, id: '10', viewers: 2_000_000, title: 'new' });
        await undoImport(client, id);
        expect(await changes()).toEqual(expected);
        expect(await counted()).toEqual({ kept: expected.length, stored: expected.length });
      }),
      { numRuns: 30 },
    );
  }, 240_000);
});

function toItem({ id, viewers, title, game, tags }: Seen): object {
  const user = id.slice(0, 1);
  return {
    id,
    user_id: user,
    user_login: `login_${user}`,
    user_name: 'Name',
    viewer_count: viewers,
    started_at: minute(0),
    title,
    game_name: game,
    tags,
  };
}

/** One stream after the other, one moment after the other. */
function expectedChanges(seen: Seen[]): unknown[] {
  const found: unknown[] = [];
  for (const id of [...new Set(seen.map((one) => one.id))].sort()) {
    let said: string | null | undefined;
    for (let at = 0; at < 10; at++) {
      const [most] = seen.filter((one) => one.id === id && one.minute === at).sort((a, b) => b.viewers - a.viewers);
      if (!most || most.title === said) continue;
      said = most.title;
      found.push([id, at, said]);
    }
  }
  return found;
}
