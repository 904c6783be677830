import { calendarWindow, isZone, startOfDay } from '../../src/figures/calendar.js';
import { TestStore } from '../support/database/test-store.js';

/** All zones take half an hour: CALENDAR_ZONES=1000. */
const zones = Number(process.env.CALENDAR_ZONES ?? 8);
const seed = process.env.CALENDAR_SEED ?? String(Math.floor(Math.random() * 1_000_000));

/** Zones whose clocks left out midnight, had it twice, went back over it, and left out a day. */
const oddZones = ['Asia/Amman', 'America/Havana', 'America/St_Johns', 'America/Sao_Paulo', 'Pacific/Apia'];

interface ZoneRow {
  zone: string;
  /** The days that the zone has, and the first minute of each. */
  days: string[];
  starts: Date[];
}

/**
 * Some zones of PostgreSQL. Names such as `WET` are abbreviations of fixed offsets in PostgreSQL. A day begins between two
 * quarters of an hour with different dates, in the first minute with its date.
 */
const firstMinutes = `
  SELECT z.name AS zone, array_agg(d.day::text ORDER BY d.day) AS days, array_agg(d.start ORDER BY d.day) AS starts
  FROM (
    SELECT n.name
    FROM pg_timezone_names n
    WHERE n.name !~ '^(posix|right)/|^(posixrules|Factory|localtime)$'
      AND upper(n.name) NOT IN (SELECT a.abbrev FROM pg_timezone_abbrevs a)
    ORDER BY n.name = ANY ($1) DESC, md5(n.name || $2)
    LIMIT $3
  ) z
  CROSS JOIN LATERAL (
    SELECT (m.at AT TIME ZONE z.name)::date AS day, min(m.at) AS start
    FROM (
      SELECT q.at, (q.at AT TIME ZONE z.name)::date <> lag((q.at AT TIME ZONE z.name)::date) OVER (ORDER BY q.at) AS is_change
      FROM generate_series(TIMESTAMPTZ '1999-12-30Z', '2025-01-03Z', '15 minutes') q(at)
    ) q
    CROSS JOIN LATERAL generate_series(q.at - interval '14 minutes', q.at, '1 minute') m(at)
    WHERE q.is_change
    GROUP BY (m.at AT TIME ZONE z.name)::date
  ) d
  WHERE d.day BETWEEN '2000-01-01' AND '2025-01-01'
  GROUP BY z.name`;

describe('the calendar of a time zone', () => {
  const store = TestStore.whileTesting();
  let rows: ZoneRow[];

  beforeAll(async () => {
    const { client } = store.data;
    rows = (await client.query<ZoneRow>(firstMinutes, [oddZones, seed, zones])).rows;
  });

  const startsOf = ({ days, starts }: ZoneRow) => new Map(days.map((day, i) => [day, starts[i] as Date]));

  it(`begins each day from 2000 to 2024 as in PostgreSQL's zone data (CALENDAR_SEED=${seed})`, () => {
    expect(rows.map(({ zone }) => zone)).toEqual(expect.arrayContaining(oddZones));
    for (const row of rows) {
      const { zone, days } = row;
      expect([zone, isZone(zone)]).toEqual([zone, true]);
      const starts = startsOf(row);
      const found = days.map((day) => [zone, day, startOfDay(new Date(day), zone)] as const);
      expect(found.filter(([, day, start]) => start.getTime() !== starts.get(day)?.getTime())).toEqual([]);
    }
  });

  it(`has the months and years of these days (CALENDAR_SEED=${seed})`, () => {
    for (const row of rows) {
      const starts = startsOf(row);
      const startOf = (year: number, month: number) =>
        starts.get(new Date(Date.UTC(year, month - 1)).toISOString().slice(0, 10));
      for (let year = 2001; year <= 2024; year++) {
        for (const [month, months] of [
          ...Array.from({ length: 12 }, (_, i) => [i + 1, 1] as const),
          [1, 12] as const,
        ]) {
          const [before, from, to] = [-months, 0, months].map((offset) => startOf(year, month + offset));
          expect(calendarWindow(year, month, months, row.zone)).toEqual({
            from,
            to,
            before: { from: before, to: from },
          });
        }
      }
    }
  });
});
