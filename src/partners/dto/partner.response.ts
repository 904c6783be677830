import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** A sponsor that a streamer links to from its panels. */
export class Partner {
  @ApiProperty({
    description: 'The link as it stands on the panel.',
    example: 'nordvale-vpn.example.com/aurora?utm_source=panel',
  })
  raw_url: string;

  @ApiProperty({
    description: 'The link in canonical form, without what only tracks.',
    example: 'https://nordvale-vpn.example.com/aurora',
  })
  url: string;

  @ApiProperty({
    description: 'The registrable domain by the public suffix list, one partner each.',
    example: 'example.com',
  })
  root_domain: string;

  @ApiPropertyOptional({ description: "The panel's image; left out when it has none." })
  panel_image?: string;

  @ApiProperty({ description: 'When the link was first seen, UTC.', type: 'string', format: 'date-time' })
  created_at: string;
}

export interface PartnerRow {
  raw_url: string;
  url: string;
  root_domain: string;
  panel_image: string | null;
  created_at: Date;
}

export function toPartner({ raw_url, url, root_domain, panel_image, created_at }: PartnerRow): Partner {
  return {
    raw_url,
    url,
    root_domain,
    ...(panel_image === null ? {} : { panel_image }),
    created_at: created_at.toISOString(),
  };
}
