import { Global, Module } from '@nestjs/common';
import { DatabaseProbe } from './database-probe.js';
import { PrismaService } from './prisma.service.js';

@Global()
@Module({ providers: [PrismaService, DatabaseProbe], exports: [PrismaService, DatabaseProbe] })
export class DatabaseModule {}
