import { Injectable } from '@nestjs/common';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/prisma/client.js';

@Injectable()
export class PrismaService extends PrismaClient {
  constructor() {
    const { DATABASE_URL, DATABASE_POOL_SIZE } = process.env;
    super({ adapter: new PrismaPg({ connectionString: DATABASE_URL, max: Number(DATABASE_POOL_SIZE) }) });
  }
}
