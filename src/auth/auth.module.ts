import { Global, Module } from '@nestjs/common';
import { AccessTokens } from './access-tokens.js';

@Global()
@Module({ providers: [AccessTokens], exports: [AccessTokens] })
export class AuthModule {}
