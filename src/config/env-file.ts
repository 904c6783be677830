import { ConfigError } from './environment.js';
import { NotUtf8Error, readText } from './text-file.js';

const file = '.env';

/**
 * A blank line, a comment or a variable. A value in quotes may have line breaks. A # within a value without quotes is refused, since some
 * programs begin a comment there and others do not.
 */
const entry = new RegExp(
  [
    '[^\\S\\n]*(?:',
    '(?:export[^\\S\\n]+)?(?<name>[A-Za-z_][\\w.-]*)[^\\S\\n]*=[^\\S\\n]*',
    '(?:(?:"(?<double>[^"]*)"|\'(?<single>[^\']*)\'|`(?<back>[^`]*)`)[^\\S\\n]*(?:#[^\\n]*)?',
    '|(?<plain>[^\\s"\'`#](?:[^\\n#]*[^\\s#])?)?[^\\S\\n]*(?:(?<=\\s)#[^\\n]*)?)',
    '|#[^\\n]*)?(?:\\n|$)',
  ].join(''),
  'y',
);

/** Reads the file `.env` of the current folder into the environment, if there is one. What is set already stays. */
export function loadEnvFile(): void {
  for (const [name, value] of parseEnv(readEnvFile())) process.env[name] ??= value;
}

function readEnvFile(): string {
  try {
    return readText(file);
  } catch (error) {
    if (error instanceof NotUtf8Error) {
      throw new ConfigError(`${file}:${error.line}: ${file} ${error.message}`, { cause: error });
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError(`The file ${file} cannot be read (${code}).`, { cause: error });
  }
}

/** The variables of a text. Of a name that is there twice the last value counts. */
function parseEnv(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < text.length; at = entry.lastIndex) {
    entry.lastIndex = at;
    const { name, double, single, back, plain = '' } = entry.exec(text)?.groups ?? refuseLine(text, at);
    if (name !== undefined) values.set(name, double?.replaceAll('\\n', '\n') ?? single ?? back ?? plain);
  }
  return values;
}

/** The message does not show the line, which may hold a secret. */
function refuseLine(text: string, at: number): never {
  const line = text.slice(0, at).split('\n').length;
  throw new ConfigError(
    `${file}:${line}: the line cannot be read. Write NAME=value, and put a value that contains # or begins with a quote in quotes.`,
  );
}
