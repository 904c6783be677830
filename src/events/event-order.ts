import { Prisma } from '../generated/prisma/client.js';

/** Figures by which pages sort events, highest or newest first. */
export const eventSorts = ['started_at', 'avg_viewers', 'peak_viewers'] as const;
export type EventSort = (typeof eventSorts)[number];

/** Returns the SQL for an order of the events `v` or `e`. Unknown figures come last. */
export function eventOrder(table: 'v' | 'e', sort: EventSort): Prisma.Sql {
  const event = Prisma.raw(table);
  const orders: Record<EventSort, Prisma.Sql> = {
    started_at: Prisma.empty,
    avg_viewers: Prisma.sql`${event}.avg_viewers DESC NULLS LAST, `,
    peak_viewers: Prisma.sql`${event}.peak_viewers DESC NULLS LAST, `,
  };
  return Prisma.sql`${orders[sort]}${event}.started_at DESC, ${event}.id`;
}
