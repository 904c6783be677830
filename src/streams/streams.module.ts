import { Module } from '@nestjs/common';
import { AllStreamsController } from './all/all-streams.controller.js';
import { AllStreamsRepository } from './all/all-streams.repository.js';
import { AllStreamsService } from './all/all-streams.service.js';
import { StreamChatController } from './chat/stream-chat.controller.js';
import { StreamChatRepository } from './chat/stream-chat.repository.js';
import { StreamChatService } from './chat/stream-chat.service.js';
import { ColabSessionsController } from './colabs/colab-sessions.controller.js';
import { ColabSessionsRepository } from './colabs/colab-sessions.repository.js';
import { ColabSessionsService } from './colabs/colab-sessions.service.js';
import { StreamDetailsRepository } from './detail/stream-details.repository.js';
import { StreamOutlinesRepository } from './detail/stream-outlines.repository.js';
import { StreamsController } from './detail/streams.controller.js';
import { StreamsRepository } from './detail/streams.repository.js';
import { StreamsService } from './detail/streams.service.js';
import { LiveStreamsController } from './live/live-streams.controller.js';
import { LiveStreamsRepository } from './live/live-streams.repository.js';
import { LiveStreamsService } from './live/live-streams.service.js';
import { ViewerPictureController } from './pictures/viewer-picture.controller.js';
import { StreamReportsController } from './reports/stream-reports.controller.js';
import { StreamReportsRepository } from './reports/stream-reports.repository.js';
import { StreamReportsService } from './reports/stream-reports.service.js';
import { StreamViewersController } from './viewers/stream-viewers.controller.js';
import { StreamViewersRepository } from './viewers/stream-viewers.repository.js';
import { StreamViewersService } from './viewers/stream-viewers.service.js';

@Module({
  controllers: [
    // `/v1/streams/live` must precede `/v1/streams/:id`, which would treat `live` as an ID.
    LiveStreamsController,
    AllStreamsController,
    // `graphs/:granularity.svg` must precede `graphs/:granularity`, which would treat `hourly.svg` as a granularity.
    ViewerPictureController,
    StreamsController,
    StreamViewersController,
    StreamChatController,
    StreamReportsController,
    ColabSessionsController,
  ],
  providers: [
    LiveStreamsService,
    LiveStreamsRepository,
    AllStreamsService,
    AllStreamsRepository,
    StreamsService,
    StreamsRepository,
    StreamDetailsRepository,
    StreamOutlinesRepository,
    StreamViewersService,
    StreamViewersRepository,
    StreamChatService,
    StreamChatRepository,
    StreamReportsService,
    StreamReportsRepository,
    ColabSessionsService,
    ColabSessionsRepository,
  ],
  exports: [
    LiveStreamsService,
    StreamsService,
    StreamViewersService,
    StreamChatService,
    StreamReportsService,
    ColabSessionsService,
  ],
})
export class StreamsModule {}
