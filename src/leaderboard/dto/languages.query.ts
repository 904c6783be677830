import { PlatformName } from '../../config/platforms.js';
import { PlatformQuery } from '../../http/query/platform-query.decorator.js';

export class LanguagesQuery {
  @PlatformQuery('streamers and live streams')
  platform?: PlatformName;
}
