import { channelCounts } from '../../config/channel-counts.js';
import { streamerCall } from '../parts/names/link.js';
import { airtimePanel } from './panels/airtime-panel.js';
import { calendarPanel } from './panels/calendar-panel.js';
import { countCharts } from './panels/counts-panel.js';
import { playedGamesPanel } from './panels/games-panel.js';
import { knownPanel } from './panels/known-panel.js';
import { partnersPanel, streamerColabsPanel, streamerEventsPanel } from './panels/short-lists.js';
import { recordsPanel } from './panels/records-panel.js';
import { streamsPanel } from './panels/streams-panel.js';
import { viewersPanel } from './panels/viewers-panel.js';
import { weekHoursPanel } from './panels/week-hours-panel.js';
import { rangeCall, StreamerChart, StreamerPanel, streamsOfRange } from './streamer-view.js';

/** The charts of a streamer page, in their order. */
export const streamerCharts: readonly StreamerChart[] = [
  viewersPanel,
  ...countCharts.map((panel): StreamerChart => ({
    ...panel,
    call: (view) => streamerCall(view.streamer, `${channelCounts[panel.id].one}-graph`, rangeCall(view)),
  })),
  { ...airtimePanel, call: streamsOfRange },
  weekHoursPanel,
  calendarPanel,
];

/** The panels of a streamer page, in their order. */
export const streamerPanels: readonly StreamerPanel[] = [
  recordsPanel,
  ...streamerCharts,
  playedGamesPanel,
  streamsPanel,
  partnersPanel,
  streamerEventsPanel,
  streamerColabsPanel,
  knownPanel,
];
