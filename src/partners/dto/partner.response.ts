import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { moment } from '../../http/value-schemas.js';

/** A sponsor that a streamer links to from its panels. */
export class Partner {
  @ApiProperty({
    description: 'The link as it is on the panel.',
    example: 'nordvale-vpn.com/aurora?utm_source=panel',
  })
  raw_url: string;

  @ApiProperty({
    description: 'The link in canonical form, without tracking parameters.',
    example: 'https://nordvale-vpn.com/aurora',
  })
  url: string;

  @ApiProperty({
    description: 'The registrable domain of the link, by the public suffix list. Each appears once.',
    example: 'nordvale-vpn.com',
  })
  root_domain: string;

  @ApiPropertyOptional({ description: "The panel's image. Left out if the panel has none." })
  panel_image?: string;

  @ApiProperty({ description: 'When the link was first seen, UTC.', ...moment })
  created_at: string;
}

export type PartnerRow = Omit<Partner, 'panel_image'> & { panel_image: string | null };

export function toPartner({ panel_image, ...partner }: PartnerRow): Partner {
  return panel_image === null ? partner : { ...partner, panel_image };
}
