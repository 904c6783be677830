import { gunzipSync } from 'node:zlib';
import { PieceItem } from '../spool/observation.js';
import {
  InvalidItem,
  ObservedPage,
  ObservedStream,
  Platform,
  RefusedError,
  RequestError,
} from '../platforms/platform.js';
import { maxPages, Sweep, SweepPlan } from './sweep.js';

const streamOf = (id: string): ObservedStream => ({
  ...{ id, user_id: `c${id}`, user_login: '', user_name: id, started_at: '2026-01-01T00:00:00Z', viewer_count: 9 },
});
const invalidItemOf = (id: string, channelId: string): InvalidItem => ({
  ...{ id, channelId, property: 'started_at', reason: '' },
});
const pageOf = (ids: string[], given: Partial<ObservedPage> = {}): ObservedPage => ({
  ...{ items: ids.map((id) => streamOf(id)), invalid: [], cursor: 'next' },
  ...given,
});

const { signal } = new AbortController();
let requested: string[][];
beforeEach(() => (requested = []));

function run(platform: Partial<Platform>, plan: Partial<SweepPlan> = {}, moment = () => new Date(0)) {
  const findLive: Platform['findLive'] = (ids, given) => {
    requested.push([...ids]);
    return platform.findLive?.(ids, given) ?? Promise.resolve({ items: [], invalid: [] });
  };
  const whole = { maxIds: 4, hasMostViewersFirst: true, ...platform, findLive } as Platform;
  return new Sweep(whole, { minViewers: 0, known: new Map(), knownImport: 1, ...plan }, moment).run(signal);
}

const listOf = (...pages: ObservedPage[]): Partial<Platform> => ({
  listLive: async function* () {
    for (const page of pages) yield await Promise.resolve(page);
  },
});

describe('a sweep of the whole list', () => {
  it.each([
    ['an empty page', pageOf([])],
    ['a page of duplicates', pageOf(['1'])],
    ['a page of duplicates below the minimum', pageOf([], { items: [] })],
  ])('continues with the cursor of %s', async (_title, hole) => {
    const { streams, isComplete } = await run(
      listOf(pageOf(['1', '2']), hole, pageOf(['3']), pageOf([], { cursor: '' })),
      { minViewers: 5 },
    );
    expect([...streams.keys()]).toEqual(['1', '2', '3']);
    expect(isComplete).toBe(true);
  });

  it('stops after two pages in a row without a new stream, is not complete, and requests the known streams', async () => {
    const { streams, isComplete, failure, isCutOff } = await run(
      listOf(pageOf(['1']), pageOf([]), pageOf(['1']), pageOf(['2'])),
      { known: new Map([['8', 'c8']]) },
    );
    expect([...streams.keys()]).toEqual(['1']);
    expect([isComplete, isCutOff, failure]).toMatchObject([false, false, { kind: 'answer' }]);
    expect(requested).toEqual([['c8']]);
  });

  it('treats a list as complete if its last page has no new stream', async () => {
    const { isComplete } = await run(listOf(pageOf(['1']), pageOf(['1']), pageOf([], { cursor: '' })));
    expect(isComplete).toBe(true);
  });

  it('stores the valid streams of a page, and is not complete with an item without any ID', async () => {
    const { streams, observation, isComplete, failure, coverage } = await run(
      listOf(pageOf(['1', '2', '3'], { invalid: [invalidItemOf('', '')] }), pageOf(['4'], { cursor: '' })),
    );
    expect(streams.size).toBe(4);
    expect(observation.pieces).toHaveLength(2);
    expect(isComplete).toBe(false);
    expect(failure?.message).toBe('an item without an ID cannot be used: started_at');
    expect(coverage).toBe(0.8);
  });

  const known = new Map(['7', '8', '9'].map((id) => [id, `c${id}`]));

  it.each<[string, InvalidItem, string[]]>([
    ['its stream', invalidItemOf('8', ''), ['8']],
    ['only its stream, not another one of the channel', invalidItemOf('8', 'c9'), ['8']],
    ['the known stream of its channel, without the ID of the stream', invalidItemOf('', 'c9'), ['9']],
    ['nothing, if its stream is new', invalidItemOf('5', 'c5'), []],
  ])('is complete despite an invalid item, which keeps %s', async (_title, item, kept) => {
    const { isComplete, unreadable, observation, streams } = await run(
      listOf(pageOf(['7'], { invalid: [item], cursor: '' })),
      { known },
    );
    expect(isComplete).toBe(true);
    expect([...streams.keys()]).toEqual(['7']);
    expect([...unreadable]).toEqual(kept.map((id) => [id, `c${id}`]));
    const stored = observation.pieces.flatMap((piece) => JSON.parse(gunzipSync(piece).toString()) as PieceItem[]);
    const items = stored.filter(({ shape }) => shape === 'unreadable').map(({ item: { id } }) => id);
    expect(items).toEqual(kept);
    expect(requested).toEqual([['8', '9'].filter((id) => !kept.includes(id)).map((id) => `c${id}`)]);
  });

  it('prefers the valid item of a stream that also has an invalid one', async () => {
    const pages = [pageOf(['7'], { invalid: [invalidItemOf('8', 'c8')] }), pageOf(['8', '9'], { cursor: '' })];
    expect((await run(listOf(...pages), { known })).unreadable.size).toBe(0);
  });

  it('keeps streams with an unknown number of viewers at any minimum, and they do not end the list', async () => {
    const page = (cursor: string, ...viewers: (number | null)[]) => {
      const items = viewers.map((viewer_count, index) => ({ ...streamOf(`${cursor}${index}`), viewer_count }));
      return pageOf([], { items, cursor });
    };
    const pages = [page('a', null, null), page('b', null, 5), page('c', null, 4), page('d', 9)];
    const { streams } = await run(listOf(...pages), { minViewers: 5 });
    expect([...streams.keys()]).toEqual(['a0', 'a1', 'b0', 'b1', 'c0']);
  });

  it.each([
    [maxPages, true],
    [maxPages + 1, false],
  ])('reads a list of %d pages to its end: %s', async (count, isWhole) => {
    let pages = 0;
    const listLive = async function* () {
      for (; pages < count;) {
        pages += 1;
        yield await Promise.resolve(pageOf([`${pages}`], { cursor: pages === count ? '' : 'next' }));
      }
    };
    const { isComplete, isCutOff, streams } = await run({ listLive }, { known: new Map([['8', 'c8']]) });
    expect([isComplete, isCutOff, streams.size, pages]).toEqual([isWhole, false, maxPages, maxPages]);
  });
});

describe('a sweep of channels', () => {
  const known = new Map([
    ['1', 'c1'],
    ['2', 'c2'],
  ]);
  const plan = { channelIds: ['c1', 'c2', 'c3'], known };

  it('requests again the channels of known streams that the first responses lack', async () => {
    const { streams, isComplete } = await run({ findLive: () => Promise.resolve({ items: [], invalid: [] }) }, plan);
    expect(requested).toEqual([
      ['c1', 'c2', 'c3'],
      ['c1', 'c2'],
    ]);
    expect([streams.size, isComplete]).toEqual([0, true]);
  });

  it.each([
    [1, true],
    [2, false],
  ])('with %d streams of other channels than the requested one is complete: %s', async (count, isComplete) => {
    const others = Array.from({ length: count }, (_, index) => invalidItemOf(`5${index}`, `c5${index}`));
    const findLive = (ids: readonly string[]) =>
      Promise.resolve({ items: ids.includes('c3') ? [streamOf('1'), streamOf('3')] : [], invalid: others });
    expect((await run({ findLive }, plan)).isComplete).toBe(isComplete);
  });

  const lookupFailure = new RequestError('network', 'no response (ECONNREFUSED)');

  it.each([undefined, lookupFailure])(
    'observes nothing without a channel, after the lookup failure %s',
    async (failure) => {
      const done = await run({}, { channelIds: [], lookupFailure: failure });
      expect([done.hasNoChannel, done.isCutOff, done.isComplete, done.failure]).toEqual([true, true, false, failure]);
      expect(requested).toEqual([]);
    },
  );

  it.each([undefined, lookupFailure])(
    'requests known streams without a channel, after the lookup failure %s',
    async (failure) => {
      const done = await run({}, { channelIds: [], known, lookupFailure: failure });
      expect([done.hasNoChannel, done.isCutOff, done.isComplete]).toEqual([false, false, failure === undefined]);
      expect(done.failure).toBe(failure);
      expect(requested).toEqual([[...known.values()]]);
    },
  );

  it('finds the channel that makes a request fail, and requests the others', async () => {
    const refuse = (ids: readonly string[]) =>
      ids.includes('c2')
        ? Promise.reject(new RefusedError('bad c2', 'values'))
        : Promise.resolve({ items: ids.map((id) => streamOf(id.slice(1))), invalid: [] });
    const { streams, failure, isCutOff } = await run({ findLive: refuse }, { ...plan, known: new Map() });
    expect([...streams.keys()]).toEqual(['1', '3']);
    expect([isCutOff, failure]).toMatchObject([false, { kind: 'refused', message: 'bad c2' }]);
  });

  it('is cut off when too many channels are refused', async () => {
    const channelIds = Array.from({ length: 100 }, (_, index) => `c${index}`);
    const findLive = () => Promise.reject(new RefusedError('bad', 'values'));
    const { failure, isCutOff } = await run({ findLive, maxIds: 100 }, { channelIds });
    expect([isCutOff, failure]).toMatchObject([true, { message: 'bad' }]);
    expect(requested.length).toBeLessThan(20);
    expect(requested.filter((ids) => ids.length === 1)).toHaveLength(5);
  });

  it('has the moment of the first response', async () => {
    let now = 0;
    const findLive = () => {
      now += 10_000;
      return Promise.resolve({ items: [], invalid: [] });
    };
    const { observation } = await run({ findLive, maxIds: 1 }, plan, () => new Date(now));
    expect(observation.head.at).toBe('1970-01-01T00:00:10.000Z');
    const failing = () => Promise.reject(new RequestError('server', '503'));
    const failed = await run({ findLive: failing }, plan, () => new Date(7));
    expect(failed.observation.head.at).toBe('1970-01-01T00:00:00.007Z');
  });
});
