import { readdirSync } from 'node:fs';
import path from 'node:path';

/** Set by Jest's configuration: which part of the files this one runs, and patterns of those that no part does. */
declare const together: { part: number; parts: number; leftOut: string[] };

const files = readdirSync(__dirname)
  .filter((name) => name.endsWith('.e2e-spec.ts'))
  .filter((name) => !together.leftOut.some((pattern) => new RegExp(pattern).test(name)))
  .sort()
  .filter((_, index) => index % together.parts === together.part);

for (const file of files) describe(file, () => void jest.requireActual(path.join(__dirname, file)));
