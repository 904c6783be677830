import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
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

const block = (text: string) => Buffer.from(text);

it('gives blocks in their order, also to the next process', () => {
  const spool = Spool.open(file, 1_000);
  for (const text of ['one', 'two', 'three']) expect(spool.add(block(text))).toBe(true);
  expect(spool.first()).toEqual(block('one'));
  spool.close();
  const next = Spool.open(file, 1_000);
  expect(next.size).toBe(3);
  const read: string[] = [];
  for (let first = next.first(); first; first = next.first()) {
    read.push(first.toString());
    next.removeFirst();
  }
  expect(read).toEqual(['one', 'two', 'three']);
  expect(statSync(file).size).toBe(0);
  next.close();
});

it('cuts off what a killed process left half-written, and what is broken', () => {
  const spool = Spool.open(file, 1_000);
  spool.add(block('one'));
  spool.add(block('two'));
  spool.close();
  truncateSync(file, statSync(file).size - 1);
  const short = Spool.open(file, 1_000);
  expect([short.size, short.first()?.toString()]).toEqual([1, 'one']);
  short.add(block('three'));
  short.close();
  appendFileSync(file, Buffer.from([3, 0, 0, 0, 1, 2, 3, 4, 65, 65, 65]));
  const broken = Spool.open(file, 1_000);
  expect(broken.size).toBe(2);
  broken.close();
  appendFileSync(file, Buffer.alloc(100));
  const zeros = Spool.open(file, 1_000);
  expect(zeros.size).toBe(2);
  zeros.close();
});

it('takes no more than it may hold', () => {
  const spool = Spool.open(file, 30);
  expect([spool.add(Buffer.alloc(22)), spool.add(Buffer.alloc(1)), spool.size]).toEqual([true, false, 1]);
  spool.removeFirst();
  expect(spool.add(Buffer.alloc(1))).toBe(true);
  spool.close();
});

it('has the room again of what was removed, also while something is left', () => {
  const spool = Spool.open(file, 60);
  for (const text of ['first of all', 'second', 'third']) expect(spool.add(block(text))).toBe(true);
  expect(spool.add(block('fourth block'))).toBe(false);
  spool.removeFirst();
  expect([spool.bytes, spool.add(block('fourth block')), spool.bytes]).toEqual([27, true, 47]);
  spool.close();
  const next = Spool.open(file, 60);
  const read = Array.from({ length: next.size }, () => {
    const text = next.first()?.toString();
    next.removeFirst();
    return text;
  });
  expect(read).toEqual(['second', 'third', 'fourth block']);
  next.close();
});

it('is of one process at a time', () => {
  Spool.open(file, 30).close();
  writeFileSync(`${file}.pid`, String(process.ppid));
  expect(() => Spool.open(file, 30)).toThrow(
    `which process ${process.ppid} uses. Give each collector a file of its own.`,
  );
  writeFileSync(`${file}.pid`, '999999999');
  Spool.open(file, 30).close();
});

it('is free after a power cut, whatever process has the number now', () => {
  Spool.open(file, 30).close();
  const bootAt = Date.now() / 1_000 - os.uptime();
  const writtenAt = (seconds: number) => {
    writeFileSync(`${file}.pid`, String(process.ppid));
    utimesSync(`${file}.pid`, seconds, seconds);
  };
  writtenAt(bootAt + 1);
  expect(() => Spool.open(file, 30)).toThrow('uses. Give each collector a file of its own.');
  writtenAt(bootAt - 60);
  Spool.open(file, 30).close();
});
