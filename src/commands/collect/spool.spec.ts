import fs, { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Spool } from './spool.js';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'spool-'));
  file = path.join(folder, 'made', 'collect.spool');
});

afterEach(() => rmSync(folder, { recursive: true }));

const open = (mostBytes = 1_000, onError: (error: unknown) => void = () => {}) => Spool.open(file, mostBytes, onError);
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
  expect([next.size, next.bytes]).toEqual([3, 35]);
  expect(take(next)).toEqual(['one', 'two', 'three']);
  expect([statSync(file).size, next.bytes]).toEqual([0, 0]);
  next.close();
});

it('keeps blocks that cannot be written in memory, in order', () => {
  const errors: unknown[] = [];
  const spool = open(60, (error) => errors.push(error));
  add(spool, 'one');
  const full = jest.spyOn(fs, 'fsyncSync').mockImplementation(() => {
    throw new Error('ENOSPC: no space left on device');
  });
  expect(add(spool, 'two')).toEqual([true]);
  full.mockRestore();
  expect(add(spool, 'three', 'too much for sixty bytes of room')).toEqual([true, false]);
  expect(errors).toHaveLength(1);
  expect(statSync(file).size).toBe(24);
  expect(take(spool)).toEqual(['one', 'two', 'three']);
  spool.close();
});

it('removes half-written blocks of a killed process, and broken blocks', () => {
  const spool = open();
  add(spool, 'one', 'two');
  spool.close();
  const cutOff = () => {
    const next = open();
    const { size } = next;
    next.close();
    return size;
  };
  truncateSync(file, statSync(file).size - 1);
  expect(cutOff()).toBe(1);
  appendFileSync(file, Buffer.from([3, 0, 0, 0, 1, 2, 3, 4, 65, 65, 65]));
  expect(cutOff()).toBe(1);
  appendFileSync(file, Buffer.alloc(100));
  expect(cutOff()).toBe(1);
});

it('frees the space of removed blocks while others remain', () => {
  const spool = open(60);
  expect(add(spool, 'first of all', 'second', 'third', 'fourth block')).toEqual([true, true, true, false]);
  spool.removeFirst();
  expect([spool.bytes, ...add(spool, 'fourth block'), spool.bytes]).toEqual([27, true, 47]);
  spool.close();
  const next = open(60);
  expect(take(next)).toEqual(['second', 'third', 'fourth block']);
  next.close();
});

it('belongs to one process at a time, and is free after a power cut, even if another process has the same number', () => {
  const uses = 'Use a separate file for each collector.';
  open().close();
  const bootAt = Date.now() / 1_000 - os.uptime();
  const holdSince = (pid: number, seconds: number) => {
    writeFileSync(`${file}.pid`, String(pid));
    utimesSync(`${file}.pid`, seconds, seconds);
  };
  holdSince(process.ppid, bootAt + 1);
  expect(() => open()).toThrow(`which process ${process.ppid} uses. ${uses}`);
  holdSince(process.ppid, bootAt - 60);
  open().close();
  holdSince(999_999_999, bootAt + 1);
  open().close();
});
