import { connectionsWithin } from './max-connections.js';

it.each([
  [64, 32],
  [300, 200],
  [1_024, 924],
  [20_000, 10_000],
  [Infinity, 10_000],
])('reserves some of %d files for other uses: %d connections', (files, connections) => {
  expect(connectionsWithin(files)).toBe(connections);
});
