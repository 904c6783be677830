import { AppLogger } from './app-logger.js';
import { FaultLog } from './fault-log.js';

describe('FaultLog', () => {
  it('writes five lines per second, and reports the number of omitted lines with the next one', () => {
    const lines: string[] = [];
    let nowMs = 0;
    const logger = new AppLogger('info', { write: (line) => void lines.push(line) });
    const log = new FaultLog(logger, { now: () => new Date(0), monotonicMs: () => nowMs });
    for (let i = 0; i < 100; i++) log.error({ i }, 'Failed');
    expect(lines).toHaveLength(5);
    nowMs = 1000;
    log.warn({ i: 100 }, 'Failed again');
    log.warn({ i: 101 }, 'Failed again');
    expect(JSON.parse(lines[5] ?? '')).toMatchObject({ level: 'warn', i: 100, omitted: 95, msg: 'Failed again' });
    expect(JSON.parse(lines[6] ?? '')).not.toHaveProperty('omitted');
  });
});
