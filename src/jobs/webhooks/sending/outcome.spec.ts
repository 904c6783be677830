import { decideOutcome } from './outcome.js';

const now = new Date('2026-11-28T12:00:00Z');
const reply = (status: number, retryAfter?: string) => ({ status, retryAfter });
const decide = (status: number, attempts = 1, retryAfter?: string, random = 0.5) =>
  decideOutcome(reply(status, retryAfter), attempts, now, () => random);

it.each([200, 204, 299])('accepts %d', (status) => expect(decide(status)).toEqual({ result: 'delivered' }));

it('turns a target off after 410', () => expect(decide(410)).toEqual({ result: 'off' }));

it('waits longer after each attempt, and fails after the last one', () => {
  const minutes = Array.from({ length: 10 }, (_, i) => decide(302, i + 1)).map((outcome) =>
    'delayMs' in outcome ? [outcome.result, outcome.delayMs / 60_000] : [],
  );
  expect(minutes).toEqual([
    ...[5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((delay) => ['retried', delay]),
    ['failed', 0],
  ]);
});

it.each([
  [0, 4_000],
  [1, 6_000],
])('varies the delay by a fifth', (random, delayMs) =>
  expect(decide(500, 1, undefined, random)).toMatchObject({
    delayMs: expect.closeTo(delayMs) as number,
    isPause: false,
  }),
);

it.each([
  [429, '120', 120_000],
  [503, 'Sat, 28 Nov 2026 13:00:00 GMT', 3_600_000],
  [429, '999999999', 86_400_000],
  [429, '0', 1_000],
])('pauses after %d with Retry-After: %s', (status, retryAfter, delayMs) =>
  expect(decide(status, 1, retryAfter)).toMatchObject({ result: 'retried', delayMs, isPause: true }),
);

it.each([
  [500, '120'],
  [429, undefined],
  [503, 'soon'],
])('does not pause after %d with Retry-After: %s', (status, retryAfter) =>
  expect(decide(status, 1, retryAfter)).toMatchObject({ isPause: false }),
);

it('describes errors without addresses', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:80'), { code: 'ECONNREFUSED' });
  expect(decideOutcome(refused, 1, now)).toMatchObject({ error: 'No response (ECONNREFUSED).' });
  for (const name of ['TimeoutError', 'AbortError'])
    expect(decideOutcome(new DOMException('', name), 1, now)).toMatchObject({
      error: 'No response within the time limit.',
    });
});
