import { CliProcess } from '../support/programs/cli-process.js';
import { buildProduct } from '../support/http/service.js';
import { databaseWhileTesting } from '../support/database/test-database.js';

const database = databaseWhileTesting();

beforeAll(() => buildProduct());

afterEach(() => {
  delete process.env.NODE_OPTIONS;
});

/** Runs a command with code that starts when the command handles uncaught errors. */
async function runWithFault(fault: string, args: string[]): Promise<CliProcess> {
  const code = `process.on('newListener', (name) => name === 'uncaughtException' && setImmediate(() => { ${fault} }));`;
  process.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(code)}`;
  const command = CliProcess.start(database.url, args);
  await command.ended;
  return command;
}

it.each([
  ['an exception', 'imports', 'throw new Error("from inside")'],
  ['a rejection', 'refresh', 'void Promise.reject(new Error("from inside"))'],
  ['an exception that is not an error', 'migrate', 'throw "from inside"'],
])('%s that is not handled ends a command with 70 and one line of JSON', async (_, name, fault) => {
  const { ended, output, errors } = await runWithFault(fault, [name]);
  expect([await ended, output, errors.trimEnd().split('\n')]).toEqual([70, '', [expect.any(String)]]);
  expect(JSON.parse(errors)).toMatchObject({
    level: 'fatal',
    msg: 'Ending after an uncaught error',
    time: expect.stringMatching(/Z$/),
  });
  expect(errors).toContain('from inside');
});
