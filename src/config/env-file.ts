import { collectVariables } from './collect-config.js';
import { ConfigError, variables } from './environment.js';
import { fileVariable, secretNames } from './secret-files.js';
import { NotUtf8Error, readText } from './text-file.js';

const fileName = '.env';
const knownNames = new Set([
  ...Object.keys({ ...variables, ...collectVariables }),
  ...secretNames.map(fileVariable),
  'DATA_DIR',
  'SEED_NOW',
]);

/**
 * A blank line, a comment or a variable. A quoted value may contain line breaks. A # in an unquoted value is rejected
 * because some programs start a comment there and others do not.
 */
const entry = new RegExp(
  [
    '[^\\S\\n]*(?:',
    '(?:export[^\\S\\n]+)?(?<name>[A-Za-z_]\\w*)[^\\S\\n]*=[^\\S\\n]*',
    '(?:(?:"(?<double>[^"]*)"|\'(?<single>[^\']*)\'|`(?<back>[^`]*)`)[^\\S\\n]*(?:#[^\\n]*)?',
    '|(?<plain>[^\\s"\'`#](?:[^\\n#]*[^\\s#])?)?[^\\S\\n]*(?:(?<=\\s)#[^\\n]*)?)',
    '|#[^\\n]*)?(?:\\n|$)',
  ].join(''),
  'y',
);

const pem = /-----BEGIN [^-]+-----.*?-----END [^-]+-----/gs;
/** A line within quotes that looks like a variable. It usually follows a quote that is not closed. */
const swallowed = /\n[^\S\n]*(?:export[^\S\n]+)?[A-Z_][A-Z\d_]*[^\S\n]*=/;

/** Reads the file `.env` of the current folder, if it exists. Variables that are already set keep their values. */
export function loadEnvFile(): void {
  for (const [name, value] of parseEnv(readEnvFile())) process.env[name] ??= value;
}

function readEnvFile(): string {
  try {
    return readText(fileName);
  } catch (error) {
    if (error instanceof NotUtf8Error) {
      throw new ConfigError(`${fileName}:${error.line}: ${fileName} ${error.message}`, { cause: error });
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new ConfigError(`The file ${fileName} cannot be read (${code}).`, { cause: error });
  }
}

/** Parses the variables of a text. If a name occurs twice, the last value counts. */
function parseEnv(text: string): Map<string, string> {
  const values = new Map<string, string>();
  for (let at = 0; at < text.length; at = entry.lastIndex) {
    entry.lastIndex = at;
    const { name, double, single, back, plain = '' } = entry.exec(text)?.groups ?? refuseLine(text, at);
    if (name === undefined) continue;
    checkName(text, at, name);
    if (swallowed.test((double ?? single ?? back ?? '').replace(pem, ''))) {
      refuseLine(text, at, 'the value in quotes contains a line that begins with NAME=. End the value with its quote.');
    }
    values.set(name, double?.replaceAll('\\n', '\n') ?? single ?? back ?? plain);
  }
  return values;
}

/** Accepts unknown names because Docker Compose and other programs read variables from the same file. */
function checkName(text: string, at: number, name: string): void {
  const meant = name.toUpperCase();
  if (knownNames.has(meant) && !knownNames.has(name))
    refuseLine(text, at, `${name} is not a variable. Write ${meant}.`);
}

const notReadable =
  'the line cannot be read. Write NAME=value, use only letters, digits and _ in the name, and put a value that contains # or begins with a quote in quotes.';

/** The message does not show the line, which may contain a secret. */
function refuseLine(text: string, at: number, problem = notReadable): never {
  const line = text.slice(0, at).split('\n').length;
  throw new ConfigError(`${fileName}:${line}: ${problem}`);
}
