import { NestFactory } from '@nestjs/core';
import { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { appOptions, setUpApp } from './app.setup.js';
import { Config } from './config/config.js';
import { AppLogger } from './logging/app-logger.js';

const app = await NestFactory.create<NestExpressApplication>(AppModule, appOptions);
setUpApp(app);
const { port, host } = app.get(Config);
await app.listen(port, host ?? '0.0.0.0');
app.get(AppLogger).pino.info({ url: await app.getUrl() }, 'Listening');
