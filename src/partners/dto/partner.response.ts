import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MomentProperty } from '../../http/query/value-schemas.js';

/** A sponsor that a streamer links to from its panels. */
export class Partner {
  @ApiProperty({
    description: 'Link as it appears on the panel.',
    example: 'nordvale-vpn.com/aurora?utm_source=panel',
  })
  raw_url: string;

  @ApiProperty({
    description: 'Canonical form of the link, without tracking parameters.',
    example: 'https://nordvale-vpn.com/aurora',
  })
  url: string;

  @ApiProperty({
    description: 'Registrable domain of the link, according to the public suffix list. Unique in the list.',
    example: 'nordvale-vpn.com',
  })
  root_domain: string;

  @ApiPropertyOptional({ description: "URL of the panel's image. Omitted if the panel has no image." })
  panel_image?: string;

  @MomentProperty('Time at which the link was first seen, UTC.')
  created_at: string;
}

export type PartnerRow = Omit<Partner, 'panel_image'> & { panel_image: string | null };

export function toPartner({ panel_image, ...partner }: PartnerRow): Partner {
  return panel_image === null ? partner : { ...partner, panel_image };
}
