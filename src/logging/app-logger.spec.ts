import { LogLevel } from '../config/config.js';
import { AppLogger } from './app-logger.js';

function start(level: LogLevel) {
  const written: string[] = [];
  const logger = new AppLogger(level, { write: (line) => void written.push(line) });
  return { logger, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>), written };
}

describe('AppLogger', () => {
  it('writes one JSON object per line, with the name of the level and an ISO 8601 time', () => {
    const { logger, written, lines } = start('info');
    logger.pino.info({ url: 'http://localhost' }, 'Listening');
    expect(written).toEqual([expect.stringMatching(/^\{.*\}\n$/)]);
    expect(lines()).toEqual([
      {
        level: 'info',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        url: 'http://localhost',
        msg: 'Listening',
      },
    ]);
  });

  it('keeps a message on one line, even if it contains line breaks', () => {
    const { logger, written } = start('info');
    logger.warn('first\nsecond\u2028third');
    expect(written).toHaveLength(1);
    expect(written[0]?.trimEnd()).not.toContain('\n');
  });

  it("writes Nest's messages with the logging class, and startup messages at level debug", () => {
    const { logger, lines } = start('trace');
    logger.log('Mapped {/v1/status, GET} route', 'RouterExplorer');
    logger.warn('careful', 'Somewhere');
    logger.debug('detail', 'Somewhere');
    logger.verbose('more detail', 'Somewhere');
    expect(lines()).toMatchObject([
      { level: 'debug', msg: 'Mapped {/v1/status, GET} route', context: 'RouterExplorer' },
      { level: 'warn', msg: 'careful', context: 'Somewhere' },
      { level: 'debug', msg: 'detail', context: 'Somewhere' },
      { level: 'trace', msg: 'more detail', context: 'Somewhere' },
    ]);
  });

  it('writes an error with its stack, in each way to pass an error', () => {
    const { logger, lines } = start('error');
    const error = new Error('a bug');
    logger.error(error, 'Somewhere');
    logger.error('a bug', 'Error: a bug\n    at x', 'Somewhere');
    logger.error('no stack', 'Somewhere');
    expect(lines()).toMatchObject([
      { msg: 'a bug', context: 'Somewhere', err: { message: 'a bug', stack: error.stack } },
      { msg: 'a bug', context: 'Somewhere', stack: 'Error: a bug\n    at x' },
      { msg: 'no stack', context: 'Somewhere' },
    ]);
  });
});
