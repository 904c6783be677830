import { Global, Module } from '@nestjs/common';
import { Clients } from './clients.js';
import { RequestValidationPipe } from './validation.pipe.js';

@Global()
@Module({ providers: [Clients, RequestValidationPipe], exports: [Clients, RequestValidationPipe] })
export class HttpModule {}
