import { ConfigError } from './environment.js';

/** Reads the file `.env` of the current folder into the environment, if there is one. What is set already stays. */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new ConfigError(`The file .env cannot be read (${code}).`, { cause: error });
  }
}
