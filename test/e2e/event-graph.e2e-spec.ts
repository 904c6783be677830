import { hoursAgo, testNow } from '../support/data/factories.js';
import { HTMLElement } from 'node-html-parser';
import { TestApp } from '../support/http/test-app.js';
import { attributesOf, openPage, wordsOf, wordsOfEach } from '../support/pages/markup.js';

const minutesAgo = (minutes: number) => hoursAgo(minutes / 60);

describe('the graph of an event', () => {
  const [api, data] = TestApp.whileTestingWithData({ now: testNow });
  let page: HTMLElement;

  /** Two streams of one hour. One was not measured for 20 minutes. */
  beforeAll(async () => {
    for (const [id, gap] of [
      ['81', []],
      ['82', [20, 25, 30, 35]],
    ] as const) {
      await data.streamer({ id: `${id}0`, display_name: `Streamer${id}` });
      await data.stream({ id, streamer_id: `${id}0`, started_at: minutesAgo(120), ended_at: minutesAgo(60) });
      const minutes = Array.from({ length: 12 }, (_, i) => i * 5).filter(
        (minute) => !gap.some((one) => one === minute),
      );
      await data.viewerSamples(
        minutes.map((minute) => ({
          ...{ stream_id: id, created_at: minutesAgo(120 - minute), viewers: Number(id) * 10 },
        })),
      );
    }
    await data.event({ id: '9', started_at: minutesAgo(120), ended_at: minutesAgo(60) }, ['81', '82']);
    await data.event({ id: '10', started_at: minutesAgo(120), ended_at: minutesAgo(-60) }, ['81']);
    await data.event({ id: '12', started_at: minutesAgo(120), ended_at: null }, ['81']);
    await data.event({ id: '11', started_at: minutesAgo(-1440), ended_at: minutesAgo(-1500) });
    await data.refreshBoard();
    page = await openPage(api, '/events/9');
  });

  /** Returns the text of a page, without the tables of its graphs. */
  const wordsAt = async (path: string) => {
    const opened = await openPage(api, path);
    for (const closed of opened.querySelectorAll('details.menu, details.numbers')) closed.remove();
    return wordsOf(opened);
  };

  const rowsOf = (of: HTMLElement) => of.querySelectorAll('#viewers-graph-numbers tbody tr');
  const rowAt = (minute: number) => {
    const time = `time[datetime="${minutesAgo(120 - minute).toISOString()}"]`;
    const row = rowsOf(page).find((one) => one.querySelector(time));
    return row && wordsOfEach(row, 'td').slice(1);
  };

  it('has no total that includes viewers that nobody measured', () => {
    expect(rowAt(10)).toEqual(['1,630', '2 of 2', '810', '820']);
    expect(rowAt(20)).toEqual(['810', '1 of 2', '810', 'unknown']);
    expect(rowAt(40)).toEqual(['1,630', '2 of 2', '810', '820']);
  });

  it('has no total while no stream is live', async () => {
    const last = rowsOf(await openPage(api, '/events/10')).at(-1);
    expect(last && wordsOfEach(last, 'td').slice(1)).toEqual(['–', '', '']);
  });

  it('hatches the unknown part, and names the stream and the number of streams in the note', () => {
    const hatched = wordsOfEach(page, '#viewers title').filter((title) => title.includes('unknown'));
    expect(new Set(hatched)).toEqual(new Set(['Streamer82: unknown']));
    const note = wordsOfEach(page, '#viewers p').find((text) => text.includes('The total is'));
    expect(note).toContain('The total is the sum of the 2 streams.');
    expect(note).toMatch(/not measured, .* in no total \( ?Streamer82 for \d+ min\)/);
  });

  it('shows the time of the peak, how much is known, and the share of each stream', async () => {
    const words = await wordsAt('/events/9');
    expect(words).toContain('Peak: 1,630 viewers at 10:00 UTC');
    expect(words).toMatch(/Peak viewers 1,630 today at 10:00 , all streams/);
    expect(words).toMatch(/Known 80% missing: Streamer82 for 24 min/);
    expect(words).toContain('Streamer81 brought 62% of the measured viewers');
  });

  it('is not over before its planned end, and planned before its start', async () => {
    expect(await wordsAt('/events/10')).toMatch(/began today at 10:00 .* 1 stream for 2 h so far/);
    expect(await wordsAt('/events/11')).toMatch(
      /planned Event 11 .* Begins on Tue, 16 Jun 2026, 12:00 UTC, for 1 h\. Add to calendar .* Begins in 1 day counted in UTC Begins 16 Jun Tue, 12:00 UTC Ends 16 Jun Tue, 13:00 UTC Length 1 h planned /,
    );
    expect(await wordsAt('/events')).toMatch(/Event 11 planned .* Event 10 running/);
    expect(await wordsAt('/events')).toMatch(/Event 12 no end given, 1 channel/);
    expect(await wordsAt('/events/12')).toContain('1 stream , no end given');
  });

  it('names the streams of totals and shares if the graph has the largest streams only', async () => {
    const ids = Array.from({ length: 13 }, (_, i) => String(900 + i));
    for (const id of ids) {
      await data.streamer({ id: `${id}0` });
      await data.stream({ id, streamer_id: `${id}0`, started_at: minutesAgo(120), ended_at: minutesAgo(115) });
      await data.viewerSamples([{ stream_id: id, created_at: minutesAgo(120), viewers: Number(id) }]);
    }
    await data.event({ id: '13', started_at: minutesAgo(120), ended_at: minutesAgo(115) }, ids);
    const words = await wordsAt('/events/13');
    expect(words).toContain('Share of the 12 largest');
    expect(words).toContain('of the 12 streams with the highest peaks');
    const { text: file } = await api.get('/download/events/13/viewers.csv');
    expect(file).toContain(',Total of the 12 largest,Streams in total,Streams at this time,');
  });

  it.each([
    [99, 99, undefined],
    [100, 100, undefined],
    [101, 100, '100 of 101 streams, those with the highest peaks. All streams as CSV'],
  ])('shows 100 streams and parts at most, and links to the files with all, with %d', async (count, shown, note) => {
    const numbers = Array.from({ length: count }, (_, i) => i);
    const id = String(count);
    const streams = numbers.map((i) => ({
      id: `${10_000 + 1_000 * count + i}`,
      streamer_id: '810',
      avg_viewers: 0,
      peak_viewers: i,
    }));
    const times = { started_at: minutesAgo(120), ended_at: minutesAgo(60) };
    await data.streams(streams.map((stream) => ({ ...stream, ...times })));
    await data.event(
      { id, ...times },
      streams.map((stream) => stream.id),
    );
    for (const i of numbers)
      await data.eventMarker({ event_id: id, title: `Part ${i}`, timestamp: minutesAgo(120 - i / 2) });
    const opened = await openPage(api, `/events/${id}`);
    const links = attributesOf(opened, '#streams tbody th > a', 'href').map((path) => path.split('/').at(-1));
    expect(links).toEqual(streams.slice(-shown).map((stream) => stream.id));
    const parts = wordsOfEach(opened, '#parts tbody tr');
    expect([parts.length, parts.at(-1)]).toEqual([shown, expect.stringContaining(`${shown} Part ${shown - 1} `)]);
    const cuts = [...wordsOfEach(opened, '#streams p'), ...wordsOfEach(opened, '#markers p')].filter((text) =>
      text.includes('as CSV'),
    );
    expect(cuts).toEqual(note ? [note, '100 of 101 parts, the first ones. All parts as CSV'] : []);
    expect(attributesOf(opened, '#streams p a', 'href')).toEqual(note ? [`/download/events/${id}/streams.csv`] : []);
    const { text } = await api.get(`/download/events/${id}/streams.csv`);
    expect(text.trim().split('\r\n')).toHaveLength(count + 1);
  });

  it('has the same moments on the page of a stream: its peak, and what is known', async () => {
    const words = await wordsAt('/streams/82');
    expect(words).toContain('Known 60% of the stream');
    expect(words).toMatch(/UTC , a point every 5 minutes/);
    expect(words).toMatch(/Known 60% of the stream .*Viewer samples 8 Longest gap 25 min/);
    expect((await api.get('/download/events/9/streams.csv')).text).toMatch(/,62,81\s.*,38,82\s/s);
  });

  it('has the same gap in the graphs of a stream, on its page and in a picture', async () => {
    const linesIn = async (path: string) => {
      const [line = ''] = attributesOf(await openPage(api, path), '.chart-line', 'd');
      return line.split('M').slice(1);
    };
    const lines = await linesIn('/streams/82');
    // The last sample counts until the end of the stream, which is the width of the graph.
    expect([lines.length, lines.at(-1)]).toEqual([2, expect.stringMatching(/L1000,[\d.]+$/)]);
    expect(await linesIn('/v1/streams/82/graphs/minutely.svg')).toHaveLength(2);
    expect(await linesIn('/v1/streams/81/graphs/minutely.svg')).toHaveLength(1);
  });
});
