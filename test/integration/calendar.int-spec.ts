import { isZone } from '../../src/clock/zone-formats.js';
import { calendarWindow, startOfDay } from '../../src/figures/calendar.js';
import { TestStore } from '../support/database/test-store.js';
import { runsOf, testSeed } from '../support/data/property-runs.js';

/** Zones whose clocks left out midnight, had it twice, went back over it, and left out a day. */
const oddZones = ['Asia/Amman', 'America/Havana', 'America/St_Johns', 'America/Sao_Paulo', 'Pacific/Apia'];

/** All zones take some minutes: CALENDAR_ZONES=1000. */
const zones = Number(process.env.CALENDAR_ZONES ?? oddZones.length + runsOf(10));

/** Some zones of PostgreSQL. Names such as `WET` are abbreviations of fixed offsets in PostgreSQL. */
const someZones = `
  SELECT n.name
  FROM pg_timezone_names n
  WHERE n.name !~ '^(posix|right)/|^(posixrules|Factory|localtime)$'
    AND upper(n.name) NOT IN (SELECT a.abbrev FROM pg_timezone_abbrevs a)
  ORDER BY n.name = ANY ($1) DESC, md5(n.name || $2)
  LIMIT $3`;

/**
 * The first minute of each day. It is at most six hours before a date that differs from the one three hours earlier. The
 * minutes before a quarter of an hour are searched only if the last of them has the date too.
 */
const firstMinutes = `
  SELECT d.day::text AS day, CASE
    WHEN ((d.quarter - interval '1 minute') AT TIME ZONE $1)::date <> d.day THEN d.quarter
    ELSE (
      SELECT min(m.at)
      FROM generate_series(d.quarter - interval '14 minutes', d.quarter, '1 minute') m(at)
      WHERE (m.at AT TIME ZONE $1)::date = d.day
    )
  END AS start
  FROM (
    SELECT (q.at AT TIME ZONE $1)::date AS day, min(q.at) AS quarter
    FROM (
      SELECT s.at, s.day <> lag(s.day) OVER (ORDER BY s.at) AS is_change
      FROM (
        SELECT t.at, (t.at AT TIME ZONE $1)::date AS day
        FROM generate_series(TIMESTAMPTZ '1999-12-30Z', '2025-01-03Z', '3 hours') t(at)
      ) s
    ) s
    CROSS JOIN LATERAL generate_series(s.at - interval '6 hours', s.at, '15 minutes') q(at)
    WHERE s.is_change
    GROUP BY 1
  ) d
  WHERE d.day BETWEEN '2000-01-01' AND '2025-01-01'`;

type Starts = ReadonlyMap<string, Date>;

describe('the calendar of a time zone', () => {
  const store = TestStore.whileTesting();

  const startsIn = async (zone: string): Promise<Starts> => {
    const { rows } = await store.data.client.query<{ day: string; start: Date }>(firstMinutes, [zone]);
    return new Map(rows.map(({ day, start }) => [day, start]));
  };

  it(`has the days, months and years from 2000 to 2024 of PostgreSQL's zone data (TEST_SEED=${testSeed})`, async () => {
    const { rows } = await store.data.client.query<{ name: string }>(someZones, [oddZones, String(testSeed), zones]);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(oddZones));
    for (const { name: zone } of rows) {
      expect([zone, isZone(zone)]).toEqual([zone, true]);
      const starts = await startsIn(zone);
      const wrong = [...starts].filter(([day, start]) => +startOfDay(new Date(day), zone) !== +start);
      // A day that is left out has no minute.
      expect({ zone, count: starts.size > 9_130, wrong }).toEqual({ zone, count: true, wrong: [] });
      for (let year = 2001; year <= 2024; year++) {
        expectWindow(starts, zone, year, 1, 12);
        for (let month = 1; month <= 12; month++) expectWindow(starts, zone, year, month, 1);
      }
    }
  }, 3_600_000);
});

function expectWindow(starts: Starts, zone: string, year: number, month: number, months: number): void {
  const [before, from, to] = [-months, 0, months].map((offset) =>
    Number(starts.get(new Date(Date.UTC(year, month - 1 + offset)).toISOString().slice(0, 10))),
  );
  expect(calendarWindow(year, month, months, zone)).toEqual({ from, to, before: { from: before, to: from } });
}
