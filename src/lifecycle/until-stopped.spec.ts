import { PassThrough } from 'node:stream';
import { CommandRun } from './command-run.js';
import { untilInterrupted, untilStopped } from './until-stopped.js';

let stopping: AbortController;
let left: number[];
let run: CommandRun;
let stderr: PassThrough;

beforeEach(() => {
  jest.useFakeTimers();
  stopping = new AbortController();
  left = [];
  stderr = new PassThrough();
  const surroundings = { env: {}, stdin: new PassThrough(), stdout: new PassThrough(), stderr };
  run = new CommandRun(surroundings, stopping.signal, (exitCode) => void left.push(exitCode));
});

afterEach(() => void jest.useRealTimers());

const forever = () => new Promise<void>(() => {});
const said = () => String(stderr.read() ?? '');

it.each(['during', 'before'])(
  'ends a run whose action does not end in time, if the signal comes %s the action',
  (when) => {
    if (when === 'before') stopping.abort();
    void untilStopped(run, forever, 3, 30_000);
    if (when === 'during') {
      jest.advanceTimersByTime(60_000);
      stopping.abort();
    }
    jest.advanceTimersByTime(29_999);
    expect(left).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(left).toEqual([3]);
    expect(said()).toMatch(/^Ending after 30 s\./);
  },
);

it('leaves no timer and no listener after an action that ended', async () => {
  await untilStopped(run, () => Promise.resolve(), 3);
  stopping.abort();
  await untilStopped(run, () => Promise.resolve(), 3);
  expect(jest.getTimerCount()).toBe(0);
  expect(left).toEqual([]);
});

it('reports an interruption, and passes on other errors', async () => {
  const fail = () => Promise.reject(new Error('It failed.'));
  await expect(untilInterrupted(run, 'Nothing was changed.', fail)).rejects.toThrow('It failed.');
  expect([run.exitCode, said()]).toEqual([0, '']);
  stopping.abort();
  await untilInterrupted(run, 'Nothing was changed.', fail);
  expect([run.exitCode, said()]).toEqual([130, 'Interrupted. Nothing was changed.\n']);
});
