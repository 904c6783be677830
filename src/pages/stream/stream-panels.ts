import { chatOverTimePanel } from './panels/chat-over-time-panel.js';
import { changesPanel } from './panels/changes-panel.js';
import { aboutPanel, chatPanel, qualityPanel, streamColabsPanel } from './panels/short-panels.js';
import { rangePanel } from './panels/range-panel.js';
import { streamViewersPanel } from './panels/viewers-panel.js';
import { StreamChart, StreamPanel } from './stream-view.js';

export const streamCharts: readonly StreamChart[] = [streamViewersPanel, chatOverTimePanel];

/** The panels of a stream page, in their order. */
export const streamPanels: readonly StreamPanel[] = [
  ...streamCharts,
  rangePanel,
  changesPanel,
  aboutPanel,
  chatPanel,
  qualityPanel,
  streamColabsPanel,
];
