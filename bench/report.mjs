import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const folder = path.join(import.meta.dirname, 'results');

/** Machine, versions and command of a run. */
export function describeRun(database, cores) {
  const cpus = os.cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    command: `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim(),
    node: process.version,
    postgresql: database.version,
    machine: `${cpus.length} x ${cpus[0].model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, ${os.type()}`,
    cores: cores.server === undefined ? 'not pinned' : `server on ${cores.server}, all else on ${cores.others}`,
    data: `${database.counts.streamers.toLocaleString('en')} streamers, ${database.counts.streams.toLocaleString('en')} streams`,
  };
}

/** Writes the results as JSON and Markdown, and prints the Markdown and the names of the files. */
export function writeResults(name, run, data, tables) {
  const facts = Object.entries(run).map(([fact, value]) => `- ${fact}: ${value}`);
  const markdown = `# ${name}\n\n${facts.join('\n')}\n\n${tables}`;
  const stamp = new Date().toISOString().slice(0, 19).replaceAll(':', '');
  const file = path.join(folder, `${name}-${stamp}-node${process.versions.node.split('.')[0]}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.json`, `${JSON.stringify({ ...run, data }, null, 2)}\n`);
  writeFileSync(`${file}.md`, markdown);
  console.log(`\n${markdown}\nWritten to ${file}.md and .json`);
}

/** A table in Markdown whose columns are also aligned in plain text. */
export function table(header, rows) {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column].length)));
  const line = (cells, fill) => `| ${cells.map((cell, column) => fill(cell, widths[column])).join(' | ')} |\n`;
  const pad = (cell, width) => cell.padEnd(width);
  return line(header, pad) + line(header, (_, width) => '-'.repeat(width)) + rows.map((row) => line(row, pad)).join('');
}

/** The median of numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
