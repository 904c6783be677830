import { Controller, Get, Param } from '@nestjs/common';
import { LimitedApi } from '../http/limited-api.decorator.js';
import { Operation } from '../http/operation.decorator.js';
import { badStreamerName, StreamerParams } from '../streamer/dto/streamer.params.js';
import { unknownStreamerMessage } from '../streamer/unknown-streamer.js';
import { Partner } from './dto/partner.response.js';
import { PartnersService } from './partners.service.js';

@Controller('v1/streamer/:name')
@LimitedApi('Partners')
export class PartnersController {
  constructor(private readonly partners: PartnersService) {}

  @Get('partners')
  @Operation({
    summary: 'Active partners',
    description:
      "The commercial links on a streamer's panels, one per root domain: the earliest that is still there. Earliest first. Links to social networks and streaming platforms are no partners.",
    ok: [Partner],
    okDescription: 'The partners.',
    failure: 'Failed to fetch partners',
    cached: true,
    badRequest: badStreamerName,
    notFound: unknownStreamerMessage,
  })
  listActivePartners(@Param() { name }: StreamerParams): Promise<Partner[]> {
    return this.partners.listActive(name);
  }
}
