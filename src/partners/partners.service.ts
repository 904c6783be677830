import { Injectable } from '@nestjs/common';
import { unknownStreamer } from '../streamer/unknown-streamer.js';
import { Partner, toPartner } from './dto/partner.response.js';
import { PartnersRepository } from './partners.repository.js';

@Injectable()
export class PartnersService {
  constructor(private readonly repository: PartnersRepository) {}

  /** Throws a NotFoundException for an unknown streamer. */
  async listActive(name: string): Promise<Partner[]> {
    const rows = await this.repository.listActive(name);
    if (rows === null) throw unknownStreamer();
    return rows.map(toPartner);
  }
}
