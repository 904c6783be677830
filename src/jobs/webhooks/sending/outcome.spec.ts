import { AttemptState, decideOutcome, MessageError } from './outcome.js';
import { Reply } from './post-message.js';

const now = new Date('2026-11-28T12:00:00Z');
const first: AttemptState = { form: 'standard', attempts: 0, ageMs: 0, pauses: 0 };
const discord: AttemptState = { ...first, form: 'discord' };
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

const reply = (status: number, headers: Reply['headers'] = {}, body = ''): Reply => ({ status, headers, body });
const wait = (seconds: string) => ({ 'retry-after': seconds });
const decide = (received: Reply | Error, state: Partial<AttemptState> = {}, random = 0.5) =>
  decideOutcome(received, { ...first, ...state }, now, () => random);

describe('a message', () => {
  it.each([200, 204, 299])('is delivered with %d, which ends the series of pauses', (status) =>
    expect(decide(reply(status), { attempts: 3, pauses: 4 })).toEqual({
      ...{ result: 'delivered', error: null, attempts: 4, pauses: 0, delayMs: 0, pauseMs: 0 },
    }),
  );

  it('waits longer after each attempt that counts, and fails with the tenth', () => {
    const minutes = Array.from({ length: 10 }, (_, attempts) => decide(reply(302), { attempts })).map(
      ({ result, attempts, delayMs }) => [result, attempts, delayMs / minute],
    );
    expect(minutes).toEqual([
      ...[5 / 60, 5, 30, 120, 300, 600, 840, 1_200, 1_440].map((delay, index) => ['retried', index + 1, delay]),
      ['failed', 10, 0],
    ]);
  });

  it.each([
    [0, 4 * minute],
    [1, 6 * minute],
  ])('varies its delay by a fifth', (random, delayMs) =>
    expect(decide(reply(400), { attempts: 1 }, random).delayMs).toBeCloseTo(delayMs),
  );

  it.each([
    ['a failure', reply(400)],
    ['a time-out', new DOMException('', 'AbortError')],
    ['a pause', reply(429, wait('1'))],
  ])('fails with %s 76 hours after it was first due', (_, received) => {
    const before = decide(received, { attempts: 1, ageMs: 76 * hour - 1 });
    expect(before.result).toBe('retried');
    expect(before.delayMs).toBe(Math.max(before.pauseMs, 1));
    expect(decide(received, { attempts: 1, ageMs: 76 * hour }).result).toBe('failed');
  });

  it('gets its last attempt after 76 hours instead of later', () => {
    expect(decide(reply(400), { attempts: 8, ageMs: 60 * hour }).delayMs).toBe(16 * hour);
    expect(decide(reply(400), { attempts: 8, ageMs: 50 * hour }).delayMs).toBe(24 * hour);
  });

  it('uses up no attempt if the target requests a pause, also as the tenth', () => {
    for (const status of [429, 503])
      expect(decide(reply(status, wait('60')), { attempts: 9 })).toMatchObject({ result: 'retried', attempts: 9 });
    expect(decide(reply(503), { attempts: 9 })).toMatchObject({ result: 'failed', attempts: 10 });
    expect(decide(reply(429, wait('soon 1')), { attempts: 9 })).toMatchObject({ result: 'failed', attempts: 10 });
  });

  it('is not due before the end of the pause', () => {
    expect(decide(reply(500), { pauses: 3 })).toMatchObject({ delayMs: 10 * minute, pauseMs: 10 * minute });
    expect(decide(reply(500), { attempts: 1 })).toMatchObject({ delayMs: 5 * minute, pauseMs: 5 * second });
  });
});

describe('a target', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:80'), { code: 'ECONNREFUSED' });

  it.each([
    ['401', reply(401)],
    ['403', reply(403)],
    ['404', reply(404)],
    ['408', reply(408)],
    ['500', reply(500)],
    ['503 without Retry-After', reply(503)],
    ['599', reply(599)],
    ['no response', refused],
    ['a time-out', new DOMException('', 'AbortError')],
  ])('pauses for 5 s, 30 s, 2 minutes, and then 10 minutes after %s', (_, received) => {
    const outcomes = [0, 1, 2, 3, 4, 100].map((pauses) => decide(received, { pauses }));
    expect(outcomes.map(({ pauseMs }) => pauseMs / second)).toEqual([5, 30, 120, 600, 600, 600]);
    expect(outcomes.map(({ pauses }) => pauses)).toEqual([1, 2, 3, 4, 5, 101]);
  });

  it.each([
    ['302', reply(302)],
    ['400', reply(400, wait('60'))],
    ['413', reply(413)],
    ['429 without a valid Retry-After', reply(429, wait('3, 5'))],
    ['a message that cannot be built', new MessageError('The message cannot be built.')],
  ])('does not pause after %s, and keeps its number of pauses', (_, received) =>
    expect(decide(received, { pauses: 2 })).toMatchObject({ result: 'retried', attempts: 1, pauses: 2, pauseMs: 0 }),
  );

  it.each([
    ['0', 0, 5],
    ['4', 0, 5],
    ['6', 0, 6],
    ['1.5', 1, 30],
    ['30.5', 1, 31],
    ['1', 2, 120],
    ['1', 3, 600],
    ['601', 9, 601],
    ['Sat, 28 Nov 2026 13:00:00 GMT', 0, 3_600],
    ['Wed, 21 Oct 2026 07:28:00 GMT', 0, 5],
    ['86401', 0, 86_400],
  ])('pauses for the longer of Retry-After (%s) and the pause after %d pauses in a row', (value, pauses, seconds) => {
    for (const status of [429, 503])
      expect(decide(reply(status, wait(value)), { pauses })).toEqual({
        ...{ result: 'retried', error: `Status ${status}.`, attempts: 0, pauses: pauses + 1 },
        ...{ delayMs: seconds * second, pauseMs: seconds * second },
      });
  });

  it('is off after 410', () => expect(decide(reply(410))).toMatchObject({ result: 'off', error: 'Status 410.' }));

  it('has errors without addresses', () => {
    expect(decide(refused).error).toBe('No response (ECONNREFUSED).');
    for (const name of ['TimeoutError', 'AbortError'])
      expect(decide(new DOMException('', name)).error).toBe('No response within the time limit.');
  });
});

describe('a target of Discord', () => {
  const reset = (after: string, more: object = {}) => ({ 'x-ratelimit-reset-after': after, ...more });
  const deleted = '{"message": "Unknown Webhook", "code": 10015}';
  const invalidToken = '{"message": "Invalid Webhook Token", "code": 50027}';

  it.each([
    [404, deleted],
    [401, invalidToken],
    [403, invalidToken],
  ])('is off after %d with %s, and other targets are not', (status, body) => {
    expect(decide(reply(status, {}, body), discord)).toMatchObject({ result: 'off', error: `Status ${status}.` });
    expect(decide(reply(status, {}, body))).toMatchObject({ result: 'retried', pauseMs: 5 * second });
  });

  it.each([
    '<!DOCTYPE html><title>Blocked: code 10015</title>',
    '{"code": 10014}',
    '{"code": "10015"}',
    '{"errors": {"code": 10015}}',
    '[10015]',
    'null',
    '',
    deleted.slice(0, -1),
  ])('pauses for an hour after 401, 403 and 404 with another body: %s', (body) => {
    for (const status of [401, 403, 404])
      for (const pauses of [0, 4])
        expect(decide(reply(status, {}, body), { ...discord, pauses })).toMatchObject({
          ...{ result: 'retried', attempts: 1, pauses: pauses + 1, pauseMs: hour, delayMs: hour },
        });
  });

  it.each([
    [{ 'retry-after': '1740', ...reset('7.4001') }, 7_401],
    [{ 'retry-after': '1740', ...reset('7.4', { 'x-ratelimit-scope': 'user' }) }, 7_400],
    [{ 'retry-after': '20', ...reset('7.4', { 'x-ratelimit-scope': 'shared' }) }, 20_000],
    [{ 'retry-after': '20', ...reset('-7') }, 20_000],
    [{ 'retry-after': '20', ...reset('1e1') }, 20_000],
    [{ 'retry-after': '20' }, 20_000],
    [reset('1.74'), 5_000],
    [{ 'retry-after': '3601' }, hour],
    [reset('3600.1'), hour],
  ])('pauses after 429 with %j', (headers, pauseMs) =>
    expect(decide(reply(429, headers), discord)).toMatchObject({ attempts: 0, pauses: 1, pauseMs, delayMs: pauseMs }),
  );

  it('delays the next message after Remaining: 0, without a pause in a row', () => {
    const spent = reset('1.74', { 'x-ratelimit-remaining': '0' });
    expect(decide(reply(204, spent), discord)).toMatchObject({ result: 'delivered', pauses: 0, pauseMs: 1_740 });
    expect(decide(reply(400, spent), discord)).toMatchObject({ attempts: 1, pauses: 0, pauseMs: 1_740 });
    const left = reset('1.74', { 'x-ratelimit-remaining': '1' });
    expect(decide(reply(204, left), discord).pauseMs).toBe(0);
    expect(decide(reply(204, { 'x-ratelimit-remaining': '0' }), discord).pauseMs).toBe(0);
    expect(decide(reply(204, { ...spent, ...reset('9999') }), discord).pauseMs).toBe(hour);
    expect(decide(reply(204, spent)).pauseMs).toBe(0);
  });
});

describe('ntfy', () => {
  it('gets no message for 5 seconds after 429, which has no Retry-After, and uses up no attempt', () => {
    const state: Partial<AttemptState> = { form: 'ntfy', attempts: 2 };
    expect(decide(reply(429), state)).toMatchObject({ result: 'retried', attempts: 2, pauseMs: 5 * second });
    expect(decide(reply(429), { ...state, pauses: 2 })).toMatchObject({ attempts: 2, pauseMs: 2 * minute });
    expect(decide(reply(429, wait('60')), state)).toMatchObject({ attempts: 2, pauseMs: minute });
    expect(decide(reply(429))).toMatchObject({ attempts: 1, pauseMs: 0 });
    expect(decide(reply(503), state)).toMatchObject({ attempts: 3, pauseMs: 5 * second });
  });
});
