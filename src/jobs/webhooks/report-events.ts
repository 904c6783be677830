import type { Client } from 'pg';
import { plainToInstance } from 'class-transformer';
import { WebhookTarget } from '../../config/webhook-targets.js';
import { createOffsetAt } from '../../figures/calendar.js';
import { dayMs } from '../../figures/time.js';
import { finalAfterMs, FixedWindow } from '../../figures/windows.js';
import { WindowQuery } from '../../http/query/window.query.js';
import { WebhookEvent } from './sending/delivery-store.js';
import { Outbox } from './outbox.js';

const reportKinds = ['report.week', 'report.month'] as const;
export type ReportKind = (typeof reportKinds)[number];

const maxStreamers = 20;

/** The range of a report as in addresses of pages, with its time zone and its window. */
export interface ReportRange {
  range: string;
  tz: string;
  window: FixedWindow;
}

/** Returns the range of a report from its subject, such as `2026-10 UTC` or `2026-10-19..2026-10-26 Europe/Berlin`. */
export function readReportRange(subject: string): ReportRange {
  const [range = '', tz = ''] = subject.split(' ');
  const [from, to] = range.split('..');
  const query = to === undefined ? { month: range, tz } : { from, to, tz };
  return { range, tz, window: plainToInstance(WindowQuery, query).toWindow() as FixedWindow };
}

/** Returns the subject of the newest report: the week from Monday to Monday, or the month, that is over in a time zone. */
export function newestReport(kind: ReportKind, now: Date, zone: string): string {
  const local = new Date(now.getTime() + createOffsetAt(zone)(now.getTime()));
  const [year, month] = [local.getUTCFullYear(), local.getUTCMonth()];
  const textOf = (at: number, length: number) => new Date(at).toISOString().slice(0, length);
  if (kind === 'report.month') return `${textOf(Date.UTC(year, month - 1), '2026-10'.length)} ${zone}`;
  const monday = Date.UTC(year, month, local.getUTCDate() - ((local.getUTCDay() + 6) % 7));
  const [from, to] = [monday - 7 * dayMs, monday].map((at) => textOf(at, '2026-10-19'.length));
  return `${from}..${to} ${zone}`;
}

/**
 * Writes the newest reports once their windows are final, at most {@link finalAfterMs} and 24 hours after their end. A row is kept
 * for longer, so each window has one report.
 */
export async function writeReportEvents(outbox: Outbox, client: Client, now: Date): Promise<void> {
  for (const kind of reportKinds) {
    const targets = await outbox.listTargets(client, kind);
    for (const zone of new Set(targets.map(({ tz }) => tz))) {
      const report = newestReport(kind, now, zone);
      if (now.getTime() >= readReportRange(report).window.to + finalAfterMs + dayMs) continue;
      const names = targets.filter(({ tz }) => tz === zone).map(({ name }) => name);
      await outbox.write(client, selectReports, [...valuesOf(kind, report, now, names), false]);
    }
  }
}

/** Returns the newest reports that a target wants, whether they are due or not. */
export async function listNewestReports(client: Client, target: WebhookTarget, now: Date): Promise<WebhookEvent[]> {
  const reports: WebhookEvent[] = [];
  for (const kind of reportKinds.filter((one) => target.kinds.includes(one))) {
    const values = valuesOf(kind, newestReport(kind, now, target.tz), now, [target.name]);
    reports.push(...(await client.query<WebhookEvent>(selectReports, [...values, true])).rows);
  }
  return reports;
}

function valuesOf(kind: ReportKind, subject: string, now: Date, names: readonly string[]): unknown[] {
  const { range, tz, window } = readReportRange(subject);
  const month = hasRanks(kind, tz) ? range : null;
  return [kind, subject, new Date(window.from), new Date(window.to), now, names, month];
}

/** Whether the window of a report is the one of a board. */
export function hasRanks(kind: ReportKind, tz: string): boolean {
  return kind === 'report.month' && tz.toUpperCase() === 'UTC';
}

/** SQL for whether the report of a target `t` is final, and not written yet. A report with ranks waits for the board. */
const isDue = `
  NOT EXISTS (
    SELECT FROM webhook_deliveries d
    WHERE d.target = t.name AND d.kind = $1::text AND d.subject = $2::text AND d.occurred_at = $4
  )
  AND NOT EXISTS (SELECT FROM boards b WHERE b.month = $7::text AND NOT b.is_final)
  AND ($5::timestamptz >= $4::timestamptz + interval '${finalAfterMs} ms' OR NOT EXISTS (
    SELECT FROM running r WHERE t.channels IS NULL OR r.streamer_id = ANY (t.streamers)
  ))`;

const started = 's.started_at >= $3::timestamptz AND s.started_at < $4::timestamptz';

/** The streamers of all targets without a list are found once. With `$8`, a report is also selected if it is not due. */
const selectReports = `
  WITH running AS MATERIALIZED (
    SELECT s.streamer_id FROM live_streams l JOIN streams s ON s.id = l.stream_id WHERE ${started}
  ), top AS MATERIALIZED (
    SELECT s.streamer_id, sum(s.watchtime) AS watchtime
    FROM current_streams s
    WHERE ${started}
    GROUP BY s.streamer_id
    ORDER BY sum(s.watchtime) DESC NULLS LAST, s.streamer_id
    LIMIT ${maxStreamers}
  )
  SELECT t.name AS target, $1::text AS kind, $2::text AS subject, $4::timestamptz AS occurred_at, NULL::bigint AS streamer_id,
    $5::timestamptz AS created_at, $5::timestamptz AS due_at, NULL::timestamptz AS finished_at, i.ids AS streamer_ids
  FROM (
    SELECT g.name, g.channels, ARRAY(SELECT n.streamer_id FROM webhook_names n WHERE n.name = ANY (g.channels)) AS streamers
    FROM webhook_targets g
    WHERE g.name = ANY ($6::text[]) AND NOT g.is_off
  ) t
  CROSS JOIN LATERAL (
    SELECT CASE
      WHEN t.channels IS NULL THEN ARRAY(SELECT p.streamer_id FROM top p ORDER BY p.watchtime DESC NULLS LAST, p.streamer_id)
      ELSE ARRAY(
        SELECT u.id
        FROM streamers u
        LEFT JOIN current_streams s ON s.streamer_id = u.id AND ${started}
        WHERE u.id = ANY (t.streamers)
        GROUP BY u.id
        ORDER BY sum(s.watchtime) DESC NULLS LAST, u.id
        LIMIT ${maxStreamers}
      )
    END AS ids
  ) i
  WHERE cardinality(i.ids) > 0 AND ($8::boolean OR (${isDue}))`;
