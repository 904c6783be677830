import { parseArgs } from 'node:util';

/**
 * Reads the options of a script and, if `read` has a second parameter, the other arguments. `read` returns the settings, and throws
 * if one is invalid. For --help or an invalid option, prints the help or the error and ends the process.
 */
export function readCommandLine(help, options = {}, read = (values) => values) {
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h', default: false } },
      allowPositionals: read.length > 1,
    });
    if (!values.help) return read(values, positionals);
    console.log(help);
    process.exit(0);
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
}

/** The number in an option. */
export function positiveNumber(values, name) {
  const value = Number(values[name]);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a number greater than 0.`);
}
