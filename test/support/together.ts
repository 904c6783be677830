import path from 'node:path';

/** Set by Jest's configuration: which test files this one runs, seen from the project's folder. */
declare const together: readonly string[];

const root = path.resolve(__dirname, '../..');

for (const file of together) describe(file, () => void jest.requireActual(path.join(root, file)));
