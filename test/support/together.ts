import path from 'node:path';

/** Test files that this file runs, relative to the project's folder. Jest's configuration sets this variable. */
declare const together: readonly string[];

const root = path.resolve(__dirname, '../..');

for (const file of together) describe(file, () => void jest.requireActual(path.join(root, file)));
