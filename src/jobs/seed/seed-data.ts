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

/**
 * The rows of the seed in the form of the import files. The same `now`, rounded down to a minute, gives the same rows;
 * another `now` only moves the dates.
 */
export function seedData(now: Date): SeedData {
  const seed = new Seed(new SeedTime(now));
  addAurora(seed);
  addBigNumbers(seed);
  addLiveCases(seed);
  addTitleCases(seed);
  addNameCases(seed);
  addFieldCases(seed);
  addWindowCases(seed);
  addFollowerCases(seed);
  addPanelCases(seed);
  addMessageCases(seed);
  addSampleCases(seed);
  addEventChannels(seed);
  addBoardCrowd(seed);
  addBoardTies(seed);
  addEvents(seed);
  addColabSessions(seed);
  // Leaves out undefined properties.
  return JSON.parse(JSON.stringify(seed.rows)) as SeedData;
}
