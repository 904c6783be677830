import { connectionsWithin } from './max-connections.js';

it.each([
  [64, 32],
  [300, 200],
  [1_024, 924],
  [20_000, 10_000],
  [Infinity, 10_000],
])('leaves some of %d files to others: %d connections', (files, connections) => {
  expect(connectionsWithin(files)).toBe(connections);
});
