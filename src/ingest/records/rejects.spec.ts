import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileError } from '../errors.js';
import { RejectLog } from './rejects.js';

describe('RejectLog', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'rejects-'));
  const file = path.join(folder, 'streams.rejects.ndjson');
  const reject = {
    kind: 'streams',
    file: 'streams.ndjson',
    line: 1,
    property: 'id',
    reason: 'is missing',
    record: '{}',
  };

  afterAll(() => rmSync(folder, { recursive: true }));

  it('keeps an existing file, since its records may not be repaired yet', () => {
    writeFileSync(file, 'of an earlier import\n');
    const log = new RejectLog(file);
    log.add(reject);
    expect(() => log.finish()).toThrow(FileError);
    log.discard();
    expect(readFileSync(file, 'utf8')).toBe('of an earlier import\n');
  });

  it('gives up if the bad records take too many bytes, not characters, of the file', () => {
    const other = path.join(folder, 'panels.rejects.ndjson');
    const long = { ...reject, record: JSON.stringify({ title: 'ä'.repeat(500) }) };
    const log = new RejectLog(other, 10, 2_500);
    log.add(long);
    log.add(long);
    expect(() => log.add(long)).toThrow(
      'streams.ndjson:1: the invalid records are larger than 2,500 bytes. Correct the file',
    );
    log.finish();
    expect(readFileSync(other).length).toBeLessThanOrEqual(2_500);
    log.discard();
  });

  it('counts no bytes if no rejects are written', () => {
    const log = new RejectLog(undefined, 10, 1);
    log.add(reject);
    expect(log.count).toBe(1);
  });
});
