import { StreamersRepository } from './streamers.repository.js';
import { StreamersService } from './streamers.service.js';

it('searches for similar names of a few texts at a time, and finds none for others', async () => {
  const ends: (() => void)[] = [];
  const listSimilar = jest.fn(() => new Promise((resolve) => ends.push(() => resolve([{ id: '1' }]))));
  const service = new StreamersService({ listSimilar } as unknown as StreamersRepository, {} as never);
  const asked = ['a', 'b', 'c', 'd', 'e'].map((text) => service.listSimilar(text, 3));
  expect(await Promise.all(asked.slice(3))).toEqual([[], []]);
  for (let i = 0; i < 3; i++) {
    ends[i]?.();
    expect(await asked[i]).toEqual([{ id: '1' }]);
    await new Promise(setImmediate);
  }
  expect(listSimilar).toHaveBeenCalledTimes(3);
});
