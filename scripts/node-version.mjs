// Imported first by scripts: ends with a sentence where Node.js is too old, which npm does not say (.npmrc).
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const numbersOf = (version) => version.match(/\d+/g).map(Number);
const [major, minor] = numbersOf(process.versions.node);
const [leastMajor, leastMinor] = numbersOf(engines.node);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(
    `This is Node.js ${process.versions.node}. Install ${leastMajor}.${leastMinor} or later; 24 is recommended.`,
  );
  process.exit(1);
}
