import { Addressed, streamerPath } from '../parts/names/link.js';

/** A calendar or feed with the data of a page. */
export interface FeedLink {
  name: string;
  path: string;
  type: 'text/calendar' | 'application/atom+xml';
}

export const eventsCalendar: FeedLink = { name: 'Calendar of events', path: '/events.ics', type: 'text/calendar' };

/** Returns the calendar and, if the site has feeds, the feed of a streamer. */
export function streamerFeeds(streamer: Addressed, hasFeeds: boolean): FeedLink[] {
  const path = `${streamerPath(streamer)}/streams`;
  const calendar: FeedLink = { name: 'Calendar of streams', path: `${path}.ics`, type: 'text/calendar' };
  if (!hasFeeds) return [calendar];
  return [calendar, { name: 'Feed of streams', path: `${path}.atom`, type: 'application/atom+xml' }];
}
