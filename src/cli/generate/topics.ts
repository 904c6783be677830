import { nullField, textArrayField, textField } from './copy-writer.js';
import { zipfTable } from './zipf.js';

/** Games, the most popular first, each with the tags that its streams have. */
const games: [name: string, ...tags: string[]][] = [
  ['Just Chatting', 'English', 'Chatting', 'IRL'],
  ['League of Legends', 'English', 'MOBA', 'Ranked'],
  ['Grand Theft Auto V', 'English', 'RP'],
  ['VALORANT', 'English', 'FPS', 'Ranked'],
  ['Counter-Strike', 'FPS', 'Esports'],
  ['Minecraft', 'English', 'Sandbox', 'Cozy'],
  ['Fortnite', 'English', 'BattleRoyale'],
  ['Dota 2', 'MOBA', 'Ranked'],
  ['World of Warcraft', 'English', 'MMORPG'],
  ['Apex Legends', 'English', 'FPS', 'BattleRoyale'],
  ['Rocket League', 'Sports', 'Ranked'],
  ['Elden Ring', 'English', 'Soulslike', 'Challenge'],
  ['Teamfight Tactics', 'Strategy'],
  ['Overwatch 2', 'FPS', 'English'],
  ['Roblox', 'English', 'FamilyFriendly'],
  ['Dead by Daylight', 'Horror', 'English'],
  ['Hearthstone', 'Cards', 'Strategy'],
  ['Chess', 'English', 'Educational'],
  ['Art', 'Creative', 'English', 'Painting'],
  ['Music', 'Music', 'Live'],
  ['Stardew Valley', 'Cozy', 'English'],
  ['Path of Exile', 'ARPG', 'English'],
  ['Rust', 'Survival', 'PvP'],
  ['Retro', 'Retro', 'Speedrun'],
  ['Poker', 'English'],
  ['Software and Game Development', 'Programming', 'English', 'Educational'],
  ['Factorio', 'Automation', 'Cozy'],
  ['Euro Truck Simulator 2', 'Deutsch', 'Cozy'],
  ['Animal Crossing: New Horizons', '日本語', 'Cozy'],
  ['Geoguessr', 'Français', 'Geography'],
];

const titles = [
  'good morning ☕ come in',
  'ranked until I drop',
  'chill stream with viewers !discord',
  'first time, no spoilers please',
  'day 12 of the challenge | !rules',
  'can we finish this today?',
  'drops are on !drops',
  'late night session 🌙',
  'co-op with friends',
  'practice, then the real thing',
];

const pickBits = 14;

/** Title, game and tags of streams as three fields, by Zipf's law among the games. */
export class Topics {
  private readonly fields = games.flatMap(([game, ...tags]) => topicsOf(game, tags));
  private readonly table = zipfTable(games.length, 2 ** pickBits);

  /** The fields for a random number of 32 bits. */
  pick(random: number): Buffer {
    const game = this.table[random >>> (32 - pickBits)] ?? 0;
    const title = (random & 0xffff) % (titles.length + 1);
    return this.fields[game * (titles.length + 1) + title] ?? nullField;
  }
}

/** With each of the titles, and last with neither title nor tags. */
function topicsOf(game: string, tags: string[]): Buffer[] {
  const gameField = textField(game);
  const titled = titles.map((title) => Buffer.concat([textField(title), gameField, textArrayField(tags)]));
  return [...titled, Buffer.concat([nullField, gameField, textArrayField([])])];
}
