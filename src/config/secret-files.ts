import { platforms, variableOf } from './platforms.js';
import { NotUtf8Error, readText } from './text-file.js';

export type Environment = Record<string, string | undefined>;

/** Variables that contain secrets. Each value may be in a file that `NAME_FILE` names instead. */
export const secretNames = [
  'DATABASE_URL',
  'DATABASE_READER_URL',
  'API_TOKEN',
  'REDIS_URL',
  ...platforms.map((platform) => variableOf(platform, 'CLIENT_SECRET')),
];

/** Calls `refuse` with a sentence for each file that cannot be used. */
export function withSecretFiles(environment: Environment, refuse: (sentence: string) => void): Environment {
  const values = { ...environment };
  for (const name of secretNames) {
    const file = environment[fileVariable(name)];
    if (file === undefined) continue;
    if (values[name] !== undefined) refuse(`${name} and ${fileVariable(name)} are both set. Set only one of them.`);
    else values[name] = read(name, file, refuse);
  }
  return values;
}

/** The variable that names the file with the value of another variable. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

function read(name: string, file: string, refuse: (sentence: string) => void): string | undefined {
  try {
    // Editors end a file with a newline, which is not part of the secret.
    return readText(file).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const expected = error instanceof NotUtf8Error ? 'a file in UTF-8' : `a file that can be read (${code})`;
    refuse(`${fileVariable(name)} is ${JSON.stringify(file)}, but must be ${expected}.`);
    return undefined;
  }
}
