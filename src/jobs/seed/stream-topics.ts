export interface StreamTopic {
  title: string;
  game_name: string;
  tags: string[];
  /** English by default. */
  language?: string;
}

/** Games, the popular ones first, with tags and stream titles. */
export const topics: (Omit<StreamTopic, 'title'> & { titles: string[] })[] = [
  {
    game_name: 'Just Chatting',
    tags: ['English', 'Chatting', 'IRL'],
    titles: [
      'morning coffee and your questions ☕',
      'reacting to clips you sent !clips',
      'we need to talk about yesterday',
      'unboxing the mystery parcel, then games',
    ],
  },
  {
    game_name: 'League of Legends',
    tags: ['English', 'MOBA', 'Ranked'],
    titles: [
      'road to master, day 12',
      'ranked until I get promoted (copium)',
      'coaching viewers !queue',
      'flex with the crew',
    ],
  },
  {
    game_name: 'Minecraft',
    tags: ['English', 'Sandbox', 'Cozy'],
    titles: [
      'hardcore world, day 300',
      'building the sky station',
      'SMP season 4 starts TODAY',
      'one block, one heart',
    ],
  },
  {
    game_name: 'VALORANT',
    tags: ['English', 'FPS', 'Ranked'],
    titles: ['radiant grind | !sens !crosshair', '5 stack chaos', 'warming up, then scrims', 'last act push'],
  },
  {
    game_name: 'Grand Theft Auto V',
    tags: ['RP', 'English', '18+'],
    titles: ['Detective Marlow is back on duty | RP', 'the heist nobody asked for', 'taxi driver, no speeding'],
  },
  {
    game_name: 'Elden Ring',
    tags: ['English', 'Soulslike', 'Challenge'],
    titles: ['no hit attempt #47', 'first playthrough, no spoilers please', 'level 1 run: the tree avatar again'],
  },
  {
    game_name: 'Counter-Strike',
    tags: ['FPS', 'Esports', 'English'],
    titles: ['faceit level 10 or bust', 'watch party: semi-final', 'premier with subs'],
  },
  {
    game_name: 'Stardew Valley',
    tags: ['Cozy', 'English', 'LGBTQIAPlus'],
    titles: ['a calm year 3', 'farm tour and tea', 'perfection run part 9'],
  },
  {
    game_name: 'Chess',
    tags: ['English', 'Educational'],
    titles: ['blitz against viewers', 'openings for beginners: the Caro-Kann', 'titled event today'],
  },
  {
    game_name: 'Art',
    tags: ['Creative', 'English', 'Painting'],
    titles: ['commissions with music', 'learning watercolour, badly', 'emote design day'],
  },
  {
    game_name: 'Retro',
    tags: ['Retro', 'English', 'Speedrun'],
    titles: ['any% practice, sub 2 h today?', 'games you forgot: 1994', 'randomizer race'],
  },
];

/** The topics that the ordinary streams of the seed share. */
export const stockTopics: readonly StreamTopic[] = topics.flatMap(({ titles, ...topic }) =>
  titles.map((title) => ({ ...topic, title })),
);
