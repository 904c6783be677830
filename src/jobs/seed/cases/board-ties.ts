import { Seed } from '../seed.js';
import { DAY } from '../seed-time.js';
import { crowdName } from './crowd-names.js';

type BoardRow = [average: number, minutes: number, peak: number, followers: number, gain: number];

/** Streamers with equal values in one metric and different values in the others; the last two are equal in all. */
const TIED: BoardRow[] = [
  // watchtime 216,000
  [300, 720, 517, 9_140, 83],
  [600, 360, 911, 13_270, 141],
  [400, 540, 653, 11_035, -17],
  [900, 240, 1_402, 21_908, 266],
  // averageviewers 444
  [444, 185, 702, 10_411, 91],
  [444, 210, 689, 12_702, 57],
  [444, 275, 731, 9_877, -38],
  [444, 330, 810, 14_006, 118],
  // peakviewers 1,234
  [705, 195, 1_234, 17_533, 204],
  [818, 225, 1_234, 18_449, 173],
  [690, 305, 1_234, 15_120, 66],
  [957, 140, 1_234, 23_011, -52],
  // followers 50,000
  [1_530, 170, 2_207, 50_000, 611],
  [1_712, 245, 2_518, 50_000, -140],
  [1_388, 290, 1_999, 50_000, 377],
  [2_041, 155, 3_060, 50_000, 905],
  // followergain 250
  [1_021, 165, 1_500, 24_610, 250],
  [1_133, 205, 1_718, 27_325, 250],
  [987, 255, 1_377, 22_404, 250],
  // followergain -75
  [515, 190, 777, 12_044, -75],
  [562, 235, 842, 13_390, -75],
  [488, 265, 741, 11_518, -75],
  // everything
  [1_250, 200, 1_875, 31_250, 312],
  [1_250, 200, 1_875, 31_250, 312],
];

/** More than a page of 50, so that a tie crosses the end of a page. */
const QUIET_SIZE = 60;

/** Streamers whose figures are equal on purpose, in a single metric or in all metrics. */
export function addBoardTies(seed: Seed): void {
  for (let index = 0; index < QUIET_SIZE; index++) {
    addRow(seed, 251 + index, 150 + index, [4, 90, 9, 60 + (index % 3), (index % 3) - 1]);
  }
  for (const [index, row] of TIED.entries()) addRow(seed, 311 + index, 210 + index, row);
}

function addRow(seed: Seed, number: number, name: number, [average, minutes, peak, followers, gain]: BoardRow): void {
  const channel = seed.addChannel(number, ...crowdName(name));
  const startedAgo = channel.random.integer(2 * DAY, 26 * DAY);
  channel.addStreams({ startedAgo, minutes, viewers: [average, peak] }).addFollowers(followers, gain);
}
