import { ChatCount } from './chat-count.js';

const figures = ({ messages, deleted, shared, uniqueChatters }: ChatCount) => ({
  ...{ messages, deleted, shared, uniqueChatters },
});

it('counts the deletion of a message once, by its ID, and ignores deletions of uncounted messages', () => {
  const count = new ChatCount();
  for (const id of ['m1', 'm2']) count.add('ann', id);
  count.remove('bob', 'm1');
  count.remove('ann', 'm1');
  count.remove('ann', 'm3');
  expect(figures(count)).toEqual({ messages: 2, deleted: 1, shared: 0, uniqueChatters: 1 });
  count.remove(undefined, 'm2');
  expect(count.deleted).toBe(2);
});

it('uses the login for a message of an earlier process', () => {
  const earlier = new ChatCount();
  earlier.add('ann', 'm1');
  earlier.addShared('m2');
  const { key, messages, deleted, shared } = earlier;
  const count = new ChatCount({ key, messages, deleted, shared, chatters: earlier.takeChanged() });
  count.remove(undefined, 'm1');
  expect(count.deleted).toBe(0);
  count.remove('ann', 'm1');
  expect(figures(count)).toEqual({ messages: 1, deleted: 1, shared: 1, uniqueChatters: 1 });
});

it.each([
  ['a ban of its chatter', 'ann'],
  ['the end of the whole chat', undefined],
])('does not count the deletion of a message that was deleted by %s', (_, chatter) => {
  const count = new ChatCount();
  count.add('ann', 'm1');
  count.removeAll(chatter);
  count.add('ann', 'm2');
  count.remove('ann', 'm1');
  expect(figures(count)).toEqual({ messages: 2, deleted: 1, shared: 0, uniqueChatters: 1 });
  count.remove('ann', 'm2');
  expect(count.deleted).toBe(2);
});

it('counts mirrored messages separately, including deleted ones', () => {
  const count = new ChatCount();
  count.add('ann', 'm1');
  count.addShared('m2');
  count.remove('ann', 'm2');
  expect(figures(count)).toEqual({ messages: 1, deleted: 0, shared: 1, uniqueChatters: 1 });
});

it('counts the deletion of a message that is too old to be stored, and stores the newest messages', () => {
  const count = new ChatCount();
  for (let id = 1; id <= 6_000; id++) count.add('ann', `m${id}`);
  count.remove('ann', 'm1');
  count.remove('ann', 'm1');
  count.remove('ann', 'm6000');
  count.remove('ann', 'm6000');
  expect(count.deleted).toBe(2);
});
