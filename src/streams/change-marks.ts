import { Mark } from '../charts/series.js';
import { unlessBlank } from './blank-text.js';
import { StreamChange } from './dto/stream-change.response.js';

/** Returns a mark for each change of game or title after the first observation. A change of tags only has no mark. */
export function changeMarks(changes: readonly StreamChange[]): Mark[] {
  return changes.slice(1).flatMap((change, i) => {
    const before = changes[i] as StreamChange;
    const [game, title] = [unlessBlank(change.game_name), unlessBlank(change.title)];
    const isOtherGame = game !== unlessBlank(before.game_name);
    if (!isOtherGame && title === unlessBlank(before.title)) return [];
    return [{ at: Date.parse(change.created_at), label: (isOtherGame ? game : title) ?? 'changed' }];
  });
}
