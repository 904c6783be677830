// Scripts import this file first. It ends the process with a message if Node.js is too old, because npm gives none (.npmrc).
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const numbersOf = (version) => version.match(/\d+/g).map(Number);
const [major, minor] = numbersOf(process.versions.node);
const [minMajor, minMinor] = numbersOf(engines.node);

if (major < minMajor || (major === minMajor && minor < minMinor)) {
  console.error(
    `This is Node.js ${process.versions.node}. Install ${minMajor}.${minMinor} or later; 24 is recommended.`,
  );
  process.exit(1);
}
