import { Mark } from '../charts/series.js';
import { StreamChange } from './dto/stream-change.response.js';

/** Marks of a graph at each change of a stream's game or title after its first observation. Changes of its tags alone have none. */
export function changeMarks(changes: readonly StreamChange[]): Mark[] {
  return changes.slice(1).flatMap((change, i) => {
    const { game_name, title } = changes[i] as StreamChange;
    const isOtherGame = change.game_name !== game_name;
    if (!isOtherGame && change.title === title) return [];
    const label = (isOtherGame ? change.game_name : change.title) ?? '';
    return [{ at: Date.parse(change.created_at), label: label || 'changed' }];
  });
}
