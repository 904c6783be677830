import { Config } from '../config/config.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { StreamersService } from '../streamer/streamers.service.js';
import { HomePage } from './home-page.js';

const check = (homePage?: string) =>
  new HomePage({} as ResponseCache, {} as StreamersService, { homePage } as Config).check();

describe('HOME_PAGE', () => {
  it.each([
    undefined,
    ...[
      '/leaderboard',
      '/leaderboard?days=7&platform=kick',
      '/streamers/kick%3Aname',
      '/compare?streamers=a,b',
      '/streams/1',
    ],
  ])('can be %s', (path) => {
    expect(() => check(path)).not.toThrow();
  });

  it.each([
    '/',
    '/nothing',
    'live',
    '/v1/status',
    '//example.com/live',
    '/streamers/a/b',
    '/live?a b',
    '/live#top',
    '/live\n',
  ])('cannot be %j', (path) => {
    expect(() => check(path)).toThrow(
      `HOME_PAGE is ${JSON.stringify(path)}, but must be the path of a page, such as /leaderboard, /live or /streamers/name.`,
    );
  });
});
