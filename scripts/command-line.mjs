import { parseArgs } from 'node:util';

/**
 * Reads the options of a script and, if `read` takes them, its other arguments; `read` makes settings of them, and throws for a wrong
 * one. Prints the help for --help, or what is wrong, and ends the process.
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

/** The number that an option gives. */
export function positiveNumber(values, name) {
  const value = Number(values[name]);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a number above 0.`);
}
