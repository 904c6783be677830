import { SeededRandom } from './seeded-random.js';

/** What a stream was about. */
export interface StreamTopic {
  gameName: string;
  title: string;
  tags: string[];
}

/** Games, the popular ones first, with their tags and titles of their streams. */
export const topics: { gameName: string; tags: string[]; titles: string[] }[] = [
  {
    gameName: 'Just Chatting',
    tags: ['English', 'Chatting', 'IRL'],
    titles: [
      'morning coffee and your questions ☕',
      'reacting to clips you sent !clips',
      'we need to talk about yesterday',
      'unboxing the mystery parcel, then games',
    ],
  },
  {
    gameName: 'League of Legends',
    tags: ['English', 'MOBA', 'Ranked'],
    titles: [
      'road to master, day 12',
      'ranked until I get promoted (copium)',
      'coaching viewers !queue',
      'flex with the crew',
    ],
  },
  {
    gameName: 'Minecraft',
    tags: ['English', 'Sandbox', 'Cozy'],
    titles: [
      'hardcore world, day 300',
      'building the sky station',
      'SMP season 4 starts TODAY',
      'one block, one heart',
    ],
  },
  {
    gameName: 'VALORANT',
    tags: ['English', 'FPS', 'Ranked'],
    titles: ['radiant grind | !sens !crosshair', '5 stack chaos', 'warming up, then scrims', 'last act push'],
  },
  {
    gameName: 'Grand Theft Auto V',
    tags: ['RP', 'English', '18+'],
    titles: ['Detective Marlow is back on duty | RP', 'the heist nobody asked for', 'taxi driver, no speeding'],
  },
  {
    gameName: 'Elden Ring',
    tags: ['English', 'Soulslike', 'Challenge'],
    titles: ['no hit attempt #47', 'first playthrough, no spoilers please', 'level 1 run: the tree avatar again'],
  },
  {
    gameName: 'Counter-Strike',
    tags: ['FPS', 'Esports', 'English'],
    titles: ['faceit level 10 or bust', 'watch party: semi-final', 'premier with subs'],
  },
  {
    gameName: 'Stardew Valley',
    tags: ['Cozy', 'English', 'LGBTQIAPlus'],
    titles: ['a calm year 3', 'farm tour and tea', 'perfection run part 9'],
  },
  {
    gameName: 'Chess',
    tags: ['English', 'Educational'],
    titles: ['blitz against viewers', 'openings for beginners: the Caro-Kann', 'titled event today'],
  },
  {
    gameName: 'Art',
    tags: ['Creative', 'English', 'Painting'],
    titles: ['commissions with music', 'learning watercolour, badly', 'emote design day'],
  },
  {
    gameName: 'Retro',
    tags: ['Retro', 'English', 'Speedrun'],
    titles: ['any% practice, sub 2 h today?', 'games you forgot: 1994', 'randomizer race'],
  },
];

const STOCK: StreamTopic[] = topics.flatMap(({ gameName, tags, titles }) =>
  titles.map((title) => ({ gameName, title, tags })),
);

/** One of the topics, by default out of the stock that the ordinary streams of the seed share. */
export function pickTopic(random: SeededRandom, from: readonly StreamTopic[] = STOCK): StreamTopic {
  const topic = random.pick(from);
  return { ...topic, tags: [...topic.tags] };
}
