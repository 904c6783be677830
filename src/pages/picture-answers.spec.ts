import { Config } from '../config/config.js';
import { FaultLog } from '../logging/fault-log.js';
import { ResponseCache } from '../response-cache/response-cache.js';
import { PictureAnswers } from './picture-answers.js';
import { Rasterizer } from './previews/rasterizer.js';

function start(draw: Rasterizer['draw']) {
  const config = { databaseDeadlineSeconds: 2, cacheTtlSeconds: 0, cacheStaleSeconds: 0, cacheMaxMegabytes: 1 };
  const clock = { now: () => new Date(0), monotonicMs: () => 0 };
  const cache = new ResponseCache(config as Config, clock, {} as FaultLog);
  return { cache, pictures: new PictureAnswers(cache, { draw } as Rasterizer) };
}

const drawing = (text: string) => () => Promise.resolve(`<svg>${text}</svg>`);

describe('pictures as PNG', () => {
  it('do not hold up other responses while they wait', async () => {
    const draw = jest.fn(() => new Promise<Buffer>(() => {}));
    const { cache, pictures } = start(draw);
    for (let i = 0; i < 100; i++) {
      void pictures.png([i], drawing(String(i)));
      await new Promise(setImmediate);
    }
    expect(draw).toHaveBeenCalledTimes(100);
    expect(cache.isBusy).toBe(false);
  });

  it('are made once per drawing and width', async () => {
    const draw = jest.fn(() => Promise.resolve(Buffer.from('PNG')));
    const { pictures } = start(draw);
    await Promise.all([pictures.png(['a'], drawing('same')), pictures.png(['b'], drawing('same'))]);
    await pictures.png(['a'], drawing('same'), 720);
    expect(draw).toHaveBeenCalledTimes(2);
  });
});
