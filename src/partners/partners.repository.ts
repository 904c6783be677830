import { Injectable } from '@nestjs/common';
import { Columns, aggregateColumns, toRows } from '../database/columns.js';
import { streamerById } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { PartnerRow } from './dto/partner.response.js';

const partnerColumns = aggregateColumns(
  'p',
  { arrays: ['raw_url', 'url', 'root_domain', 'panel_image', 'created_at'] },
  'p.created_at, p.root_domain',
);

/** Uses SQL, because partners are read often and only the earliest panel of each root domain counts. */
@Injectable()
export class PartnersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the commercial links on a streamer's panels, one per root domain: the earliest that is still present.
   * Ordered by time, then by root domain. Returns null for an unknown streamer.
   */
  async listActive(name: string): Promise<PartnerRow[] | null> {
    const columns = await this.prisma.batchedRow<Columns<PartnerRow> | null>(Prisma.sql`
      SELECT c.*
      FROM ${streamerById(name)} u
      CROSS JOIN LATERAL (
        SELECT ${partnerColumns}
        FROM (
          SELECT DISTINCT ON (q.root_domain) q.raw_url, q.url, q.root_domain, q.panel_image, q.created_at
          FROM panels q
          WHERE q.streamer_id = u.id AND q.is_commercial AND q.removed_at IS NULL
          ORDER BY q.root_domain, q.created_at, q.raw_url
        ) p
      ) c`);
    return columns && toRows(columns);
  }
}
