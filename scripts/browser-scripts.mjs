// Bundles the scripts of src/pages/browser, with the functions that they share with the service, into src/generated/browser.
import path from 'node:path';
import { build, context } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const options = {
  absWorkingDir: root,
  entryPoints: ['src/pages/browser/*.ts'],
  outdir: 'src/generated/browser',
  bundle: true,
  // A page loads several of them.
  format: 'iife',
  target: 'es2023',
  minify: true,
  logLevel: 'warning',
};

export async function bundleScripts() {
  await build(options);
}

/** Bundles the scripts after each change, until the process ends. */
export async function watchScripts() {
  await (await context(options)).watch();
}
