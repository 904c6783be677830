import { AdaptiveLimit } from './adaptive-limit.js';

describe('AdaptiveLimit', () => {
  let limit: AdaptiveLimit;
  let now = 0;

  beforeEach(() => {
    now = 0;
    limit = new AdaptiveLimit();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });

  afterEach(() => jest.restoreAllMocks());

  it('starts with a limit of 64 loads', () => {
    expect(room()).toBe(64);
  });

  it('raises the limit up to 200 if loads are fast', async () => {
    const others = Array.from({ length: 32 }, hold);
    for (let i = 0; i < 65; i++) await load(10);
    expect(room()).toBe(65 - 32);
    others.push(...Array.from({ length: room() - 1 }, hold));
    for (let i = 0; i < 30_000; i++) {
      await load(10);
      if (i % 100 === 0) others.push(...Array.from({ length: room() - 1 }, hold));
    }
    expect(others.length + room()).toBe(200);
    await Promise.all(others.map((other) => other.end()));
  });

  it('does not raise the limit for fast loads if few are running', async () => {
    const last = hold();
    for (let i = 0; i < 1_000; i++) await load(10);
    expect(room()).toBe(63);
    await last.end();
  });

  it('halves the limit once per overload if a load is slow, down to 16', async () => {
    hold();
    const together = [hold(), hold()];
    now += 500;
    await Promise.all(together.map((one) => one.end()));
    expect(room()).toBe(31);
    for (let i = 0; i < 5; i++) await load(500);
    expect(room()).toBe(15);
  });

  it('ignores failed loads, and returns to 64 after a quiet period', async () => {
    const last = hold();
    await load(500);
    const failed = limit.run(() => Promise.reject(new Error('no database')));
    now += 2_000;
    await expect(failed).rejects.toThrow('no database');
    expect(room()).toBe(31);
    await last.end();
    expect(room()).toBe(32);
    now += 2_000;
    await load(10);
    expect(room()).toBe(64);
  });

  async function load(ms: number): Promise<void> {
    now += 1;
    const one = hold();
    now += ms;
    await one.end();
  }

  function hold(): { end(): Promise<void> } {
    let end = () => {};
    const done = limit.run(() => new Promise<void>((resolve) => (end = resolve)));
    return { end: () => (end(), done) };
  }

  /** The number of loads that still fit. */
  function room(): number {
    const fill: { end(): Promise<void> }[] = [];
    const state = { ...limit };
    while (!limit.isReached) fill.push(hold());
    Object.assign(limit, state);
    return fill.length;
  }
});
