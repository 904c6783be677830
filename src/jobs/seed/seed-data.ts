import { addAurora } from './cases/aurora.js';
import { addBigNumbers } from './cases/big-numbers.js';
import { addBoardCrowd } from './cases/board-crowd.js';
import { addBoardTies } from './cases/board-ties.js';
import { addColabSessions, addEventChannels, addEvents } from './cases/event-cases.js';
import { addFollowerCases } from './cases/follower-cases.js';
import { addLiveCases } from './cases/live-cases.js';
import { addMessageCases, addSampleCases } from './cases/message-and-sample-cases.js';
import { addNameCases, addTitleCases } from './cases/name-and-title-cases.js';
import { addPanelCases } from './cases/panel-cases.js';
import { addFieldCases, addWindowCases } from './cases/stream-cases.js';
import { Seed } from './seed.js';
import { SeedData } from './seed-records.js';
import { SeedTime } from './seed-time.js';

const CASES = [
  addAurora,
  addBigNumbers,
  addLiveCases,
  addTitleCases,
  addNameCases,
  addFieldCases,
  addWindowCases,
  addFollowerCases,
  addPanelCases,
  addMessageCases,
  addSampleCases,
  addEventChannels,
  addBoardCrowd,
  addBoardTies,
  addEvents,
  addColabSessions,
];

/**
 * The rows of the seed in the form of the import files. The same `now`, rounded down to a minute, gives the same rows;
 * another `now` only moves the dates.
 */
export function seedData(now: Date): SeedData {
  const seed = new Seed(new SeedTime(now));
  for (const addCases of CASES) addCases(seed);
  // Leaves out undefined properties.
  return JSON.parse(JSON.stringify(seed.rows)) as SeedData;
}
