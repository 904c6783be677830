import { Injectable } from '@nestjs/common';
import { inBatches } from '../database/reads/batches.js';
import { streamerIdsOf } from '../database/identifiers.js';
import { PrismaService } from '../database/prisma.service.js';
import { Prisma } from '../generated/prisma/client.js';
import { PartnerRow } from './dto/partner.response.js';

/** Uses SQL, because partners are read often and only the earliest panel of each root domain counts. */
@Injectable()
export class PartnersRepository {
  constructor(private readonly prisma: PrismaService) {}

  /**
   * Returns the commercial links on a streamer's panels, one per root domain: the earliest that is still present.
   * Ordered by time, then by root domain. Returns null for an unknown streamer.
   */
  readonly listActive = inBatches((names: readonly string[]) => this.listActiveOf(names));

  private async listActiveOf(names: readonly string[]): Promise<(PartnerRow[] | null)[]> {
    const rows = await this.prisma.rows<NamedRow | NoRow>(Prisma.sql`
      SELECT u.place, u.id IS NOT NULL AS is_known, p.raw_url, p.url, p.root_domain, p.panel_image, p.created_at
      FROM ${streamerIdsOf(names)} u
      LEFT JOIN LATERAL (
        SELECT DISTINCT ON (q.root_domain) q.raw_url, q.url, q.root_domain, q.panel_image, q.created_at
        FROM panels q
        WHERE q.streamer_id = u.id AND q.is_commercial AND q.removed_at IS NULL
        ORDER BY q.root_domain, q.created_at, q.raw_url
      ) p ON TRUE
      ORDER BY u.place, p.created_at, p.root_domain`);
    const found: (PartnerRow[] | null)[] = names.map(() => null);
    for (const { place, is_known, ...partner } of rows) {
      const partners = is_known ? (found[place - 1] ??= []) : undefined;
      if (partner.raw_url !== null) partners?.push(partner);
    }
    return found;
  }
}

interface Place {
  place: number;
  is_known: boolean;
}
type NamedRow = Place & PartnerRow;
type NoRow = Place & { raw_url: null };
