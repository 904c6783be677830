import { maxChatIntervals } from '../../figures/chat-intervals.js';
import { ChatIntervals } from './chat-intervals.js';

const minutes = (count: number) => count * 60_000;

it('counts in the interval of the moment, and each chatter once per interval', () => {
  const intervals = new ChatIntervals(minutes(100));
  intervals.moveTo(minutes(99));
  intervals.addMessage(1n);
  intervals.moveTo(minutes(104.9));
  for (const chatter of [1n, 2n]) intervals.addMessage(chatter);
  intervals.moveTo(minutes(110));
  intervals.addMessage(1n);
  intervals.add('deleted', 2);
  intervals.add('shared');
  expect(intervals.columns).toEqual({
    messages: [3, null, 1],
    chatters: [2, null, 1],
    deleted: [0, null, 2],
    shared: [0, null, 1],
  });
});

it('has zeros for intervals in which the chat was read without messages', () => {
  const intervals = new ChatIntervals(0);
  intervals.cover(minutes(6), minutes(15));
  expect(intervals.columns.messages).toEqual([null, 0, 0, 0]);
});

it('continues earlier counts, whose chatters are the fewest possible', () => {
  const earlier = { messages: [null, 7], chatters: [null, 2], deleted: [null, 1], shared: [null, 0] };
  const intervals = new ChatIntervals(0, earlier);
  intervals.moveTo(minutes(5));
  for (const chatter of [1n, 2n]) intervals.addMessage(chatter);
  expect(intervals.columns).toEqual({ ...earlier, messages: [null, 9] });
  intervals.addMessage(3n);
  expect(intervals.columns.chatters).toEqual([null, 3]);
});

it('ends after ten days', () => {
  const intervals = new ChatIntervals(0);
  intervals.cover(0, minutes(10 ** 9));
  intervals.moveTo(minutes(10 ** 9));
  intervals.addMessage(1n);
  const { messages } = intervals.columns;
  expect([messages.length, messages.at(-1)]).toEqual([maxChatIntervals, 0]);
});
