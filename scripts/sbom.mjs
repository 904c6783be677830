// Prints the software bill of materials of the image in the CycloneDX format: the packages that "npm ci --omit=dev --omit=optional"
// installs, and the native packages of @resvg/resvg-js for the platforms of the image. "npm sbom" generates it, but its --omit also
// omits installed packages, so this script selects the packages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readCommandLine } from './command-line.mjs';

const help = `Prints the software bill of materials of the image in the format of CycloneDX.

  npm run -s sbom

It has no options.`;
readCommandLine(help);

const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'];
const isWindows = process.platform === 'win32';
const output = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 1e8, shell: isWindows });
const { metadata, components, dependencies, ...head } = JSON.parse(output);

const { name, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const installed = new Set(
  Object.entries(packages)
    .filter(
      ([folder, { dev, optional, devOptional }]) =>
        folder !== '' &&
        ((!dev && !optional && !devOptional) || /\/@resvg\/resvg-js-linux-(x64|arm64)-gnu$/.test(folder)),
    )
    .map(([folder, { version }]) => `${folder.split('node_modules/').at(-1)}@${version}`),
);
const root = { ...metadata.component, name };
const isIn = (ref) => ref === root['bom-ref'] || installed.has(ref);

const bill = {
  ...head,
  metadata: { ...metadata, component: root },
  components: components
    .filter((component) => isIn(component['bom-ref']))
    .map((component) => ({ ...component, scope: 'required' })),
  dependencies: dependencies
    .filter(({ ref }) => isIn(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isIn) })),
};
console.log(JSON.stringify(bill, undefined, 2));
