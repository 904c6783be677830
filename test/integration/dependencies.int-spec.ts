import { readdirSync, readFileSync } from 'node:fs';
import { tableRows } from '../support/programs/markdown.js';

type Versions = Record<string, string>;

interface Manifest {
  dependencies: Versions;
  optionalDependencies: Versions;
  devDependencies: Versions;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, { version: string }> };

/** The packages of one section of the page, with their version lines. */
function listed(section: string): [name: string, version: string][] {
  const text = readFileSync('docs/dependencies.md', 'utf8').split(`## ${section}\n`)[1] ?? '';
  return tableRows(text, 'package').map(([name = '', , version = '']) => [name.replaceAll('`', ''), version]);
}

/** The part of a version that changes only with breaking changes: 12 of 12.5.1, and 0.15 of 0.15.1. */
function lineOf(name: string): string {
  const version = lock.packages[`node_modules/${name}`]?.version ?? '';
  return /^(0\.\d+|[1-9]\d*)/.exec(version)?.[0] ?? '';
}

describe('docs/dependencies.md', () => {
  it.each([
    ['At run time', { ...manifest.dependencies, ...manifest.optionalDependencies }],
    ['For development', manifest.devDependencies],
  ])('lists the packages of package.json under "%s", with their versions', (section, packages) => {
    const names = Object.keys(packages).filter((name) => !name.startsWith('@types/') || name === '@types/node');
    const wanted = names.map((name) => [name, lineOf(name)]);
    expect(wanted.length).toBeGreaterThan(20);
    expect(listed(section).sort()).toEqual(wanted.sort());
  });
});

it('each package is imported or run by the source, the tests or the scripts', () => {
  const folders = ['src', 'test', 'scripts', 'bench', 'client', 'demo'];
  const files = [...folders.flatMap(listFiles), 'package.json', 'jest.config.mjs', 'eslint.config.mjs'];
  const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
  const { dependencies, optionalDependencies, devDependencies } = manifest;
  // The name of a program, and the importer of a peer.
  const others: Record<string, string> = { 'dependency-cruiser': 'depcruise', 'reflect-metadata': '@nestjs/core' };
  const isUnused = (name: string) => {
    const used = others[name] ?? name.replace('@types/', '');
    const isImported = new RegExp(`['"\`](node_modules/)?${used}(/[^'"\`]*)?['"\`](?!:)`).test(text);
    return !isImported && !new RegExp(`"[^"\n]*(?<![\\w@/-])${used} [^"\n]*"`).test(text);
  };
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(names.filter(isUnused)).toEqual([]);
  expect(isUnused(['not', 'installed'].join('-'))).toBe(true);
});

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((name) => /\.(tsx?|mjs|json)$/.test(name) && !/node_modules|fixtures|src\/generated/.test(name));
}
