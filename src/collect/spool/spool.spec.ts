import fs, { existsSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Spool } from './spool.js';

let folder: string;
let spoolFolder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'spool-'));
  spoolFolder = path.join(folder, 'made', 'collect.spool');
});

afterEach(() => rmSync(folder, { recursive: true }));

const open = (maxBytes = 1_000, onError: (error: unknown) => void = () => {}) =>
  new Spool(maxBytes, spoolFolder, onError);
const add = (spool: Spool, ...texts: string[]) => texts.map((text) => spool.add(Buffer.from(text)));

/** Removes the blocks one by one. */
function take(spool: Spool): string[] {
  const taken: string[] = [];
  for (let first = spool.first(); first; first = spool.first()) {
    taken.push(first.toString());
    spool.removeFirst();
  }
  return taken;
}

it('returns blocks in order, even to the next process', () => {
  const spool = open();
  expect(add(spool, 'one', 'two', 'three')).toEqual([true, true, true]);
  expect(spool.first()?.toString()).toBe('one');
  spool.close();
  const next = open();
  expect([next.size, next.bytes]).toEqual([3, 11]);
  expect(take(next)).toEqual(['one', 'two', 'three']);
  expect([readdirSync(spoolFolder), next.bytes]).toEqual([['pid'], 0]);
  next.close();
});

it('keeps blocks that cannot be written in memory, in order', () => {
  const errors: unknown[] = [];
  const spool = open(20, (error) => errors.push(error));
  add(spool, 'one');
  const full = jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('ENOSPC: no space left on device');
  });
  expect(add(spool, 'two')).toEqual([true]);
  full.mockRestore();
  expect(add(spool, 'three', 'more than 20 bytes')).toEqual([true, false]);
  expect(errors).toHaveLength(1);
  expect(readdirSync(spoolFolder)).toEqual(['000000000001', '000000000003', 'pid']);
  expect(take(spool)).toEqual(['one', 'two', 'three']);
  spool.close();
});

it('removes a half-written block of a killed process, and continues after the blocks of that process', () => {
  const spool = open();
  add(spool, 'one', 'two');
  spool.close();
  writeFileSync(path.join(spoolFolder, '000000000003.partial'), 'thr');
  const next = open();
  add(next, 'three');
  expect(take(next)).toEqual(['one', 'two', 'three']);
  expect(existsSync(path.join(spoolFolder, '000000000003.partial'))).toBe(false);
  next.close();
});

it('belongs to one process at a time, and is free after a power cut, even if another process has the same number', () => {
  const uses = 'Use a separate folder for each collector.';
  open().close();
  const bootAt = Date.now() / 1_000 - os.uptime();
  const holdSince = (pid: number, seconds: number) => {
    writeFileSync(path.join(spoolFolder, 'pid'), String(pid));
    utimesSync(path.join(spoolFolder, 'pid'), seconds, seconds);
  };
  holdSince(process.ppid, bootAt + 1);
  expect(() => open()).toThrow(`which process ${process.ppid} uses. ${uses}`);
  holdSince(process.ppid, bootAt - 60);
  open().close();
  holdSince(999_999_999, bootAt + 1);
  open().close();
});

it('lets only its owner read the blocks', () => {
  const spool = open();
  add(spool, 'one');
  const modes = [spoolFolder, path.join(spoolFolder, '000000000001')].map((file) => statSync(file).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
  spool.close();
});
