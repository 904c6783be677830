import path from 'node:path';

/** Test files that this file runs, relative to the project's folder. Jest's configuration sets this variable. */
declare const together: readonly string[];

const root = path.resolve(__dirname, '../..');

const shared: { stop(): Promise<void> }[] = [];
Object.assign(globalThis, { sharedByFiles: shared });

for (const file of together) describe(file, () => void jest.requireActual(path.join(root, file)));

afterAll(async () => {
  for (const one of shared.reverse()) await one.stop();
});
