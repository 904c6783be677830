import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FileError } from './errors.js';
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

  it('leaves a file as it is that is there already, since nobody may have repaired what is in it', async () => {
    writeFileSync(file, 'of an earlier import\n');
    const log = new RejectLog(file);
    log.add(reject);
    await expect(log.finish()).rejects.toThrow(FileError);
    await log.discard();
    expect(readFileSync(file, 'utf8')).toBe('of an earlier import\n');
  });
});
