// Checks whether the current commit can be released: all files have the same version, the release is recorded for tests,
// CHANGELOG.md has a block for this version and no unreleased changes, the work tree is clean, and the tag of the version is
// free or names this commit.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readCommandLine } from './command-line.mjs';

const help = `Checks whether the current commit can be released.

  npm run release:check

It has no options. The exit code is 0 if the commit can be released, and 1 otherwise.`;
readCommandLine(help);

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const problems = [...versionProblems(), ...recordProblems(), ...changelogProblems(), ...gitProblems()];
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log(`Version ${version} is ready. Its tag is v${version}.`);
process.exitCode = problems.length === 0 ? 0 : 1;

function versionProblems() {
  const read = (file) => JSON.parse(readFileSync(file, 'utf8'));
  const lock = read('package-lock.json');
  const label = /image\.version="([^"]*)"/.exec(readFileSync('Dockerfile', 'utf8'))?.[1];
  const others = {
    'package-lock.json': lock.version,
    'its package ""': lock.packages[''].version,
    Dockerfile: label,
    'client/package.json': read('client/package.json').version,
  };
  return Object.entries(others)
    .filter(([, other]) => other !== version)
    .map(([place, other]) => `The version is ${version} in package.json, and ${other} in ${place}.`);
}

function recordProblems() {
  const folder = `test/fixtures/releases/${version}`;
  return ['answers.json.gz', 'database.backup.gz', 'migrations.json', 'openapi.json.gz', 'reads.sql']
    .filter((file) => !existsSync(`${folder}/${file}`))
    .map((file) => `${folder}/${file} is missing. Run npm run release:record.`);
}

function changelogProblems() {
  const blocks = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
  const [unreleased, ...released] = blocks[0]?.startsWith('[Unreleased]') ? blocks : ['', ...blocks];
  const problems = [];
  if (unreleased.replace('[Unreleased]', '').trim() !== '') {
    problems.push('CHANGELOG.md has unreleased changes. Give them a version.');
  }
  const headings = released.map((block) => block.split('\n')[0]);
  for (const heading of headings) {
    if (/^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/.test(heading)) continue;
    problems.push(`CHANGELOG.md has the heading "${heading}" instead of one like "[1.2.3] - 2026-01-31".`);
  }
  const newest = headings[0]?.slice(1, headings[0].indexOf(']'));
  if (newest !== version)
    problems.push(`The newest version in CHANGELOG.md is ${newest}, but package.json has ${version}.`);
  return problems;
}

function gitProblems() {
  const problems = [];
  if (git('status', '--porcelain') !== '') problems.push('The work tree has changes that are not committed.');
  const tag = `v${version}`;
  if (git('tag', '--list', tag) !== '' && git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', 'HEAD')) {
    problems.push(`The tag ${tag} belongs to another commit. Increase the version.`);
  }
  return problems;
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
