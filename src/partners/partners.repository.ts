import { Injectable } from '@nestjs/common';
import { streamerIdOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { PartnerRow } from './dto/partner.response.js';

@Injectable()
export class PartnersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * The commercial links on a streamer's panels, one per root domain: the earliest that is still there. Earliest
   * first, then by root domain; null for an unknown streamer.
   */
  async listActive(name: string): Promise<PartnerRow[] | null> {
    const rows = await this.prisma.rows<PartnerRow | { raw_url: null }>(Prisma.sql`
      SELECT p.raw_url, p.url, p.root_domain, p.panel_image, p.created_at
      FROM streamers u
      LEFT JOIN LATERAL (
        SELECT DISTINCT ON (q.root_domain) q.raw_url, q.url, q.root_domain, q.panel_image, q.created_at
        FROM panels q
        WHERE q.streamer_id = u.id AND q.is_commercial AND q.removed_at IS NULL
        ORDER BY q.root_domain, q.created_at, q.raw_url
      ) p ON TRUE
      WHERE u.id = ${streamerIdOf(name)}
      ORDER BY p.created_at, p.root_domain`);
    if (rows.length === 0) return null;
    return rows.filter((row): row is PartnerRow => row.raw_url !== null);
  }
}
