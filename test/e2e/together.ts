import path from 'node:path';

/** Set by Jest's configuration: which of the end-to-end files this one runs. */
declare const together: readonly string[];

for (const file of together) describe(file, () => void jest.requireActual(path.join(__dirname, file)));
