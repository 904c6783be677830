import { Injectable } from '@nestjs/common';
import { requireStreamer } from '../http/errors/unknown-streamer.js';
import { Partner, toPartner } from './dto/partner.response.js';
import { PartnersRepository } from './partners.repository.js';

const maxPartners = 500;

@Injectable()
export class PartnersService {
  constructor(private readonly repository: PartnersRepository) {}

  /** Returns the earliest partners, at most 500. Throws a NotFoundException for an unknown streamer. */
  async listActive(name: string): Promise<Partner[]> {
    const rows = requireStreamer(await this.repository.listActive(name));
    return rows.slice(0, maxPartners).map(toPartner);
  }
}
