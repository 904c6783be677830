import { parseArgs } from 'node:util';

/**
 * Reads the options of a script; `read` makes settings of their values, and throws for a wrong one. Prints the help for --help,
 * or what is wrong, and ends the process.
 */
export function readCommandLine(help, options, read) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', default: false } } });
    if (!values.help) return read(values);
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
