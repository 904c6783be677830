import { shown } from '../../errors.js';
import { KindColumn, Kind } from '../../kinds/kind.js';
import { otherSourceProblem } from '../other-sources.js';

const separators = [',', ';', '\t'];

/** Returns the separator that occurs most often in a header outside of quotes, by default a comma. */
export function detectSeparator(header: string): string {
  const unquoted = header.replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => unquoted.split(separator).length;
  return separators.reduce((most, next) => (count(next) > count(most) ? next : most));
}

/** Returns the problem of a header with these names; null for a valid header. Columns without a name are ignored. */
export function headerProblem(kind: Kind, names: readonly string[]): string | null {
  const columns = kind.columns.filter((column) => !column.derive);
  const list = (some: readonly KindColumn[]) => some.map(({ name }) => name).join(', ');
  const named = names.filter((name) => name.trim() !== '');
  const unknown = named.find((name) => !columns.some((column) => column.name === name));
  if (unknown !== undefined) {
    const problem = otherSourceProblem(Object.fromEntries(named.map((name) => [name, null])));
    if (problem !== undefined) return `the header ${problem}`;
    return `unknown column ${shown(unknown)}; the columns of ${kind.name} are ${list(columns)}`;
  }
  const repeated = named.find((name, index) => named.indexOf(name) < index);
  if (repeated !== undefined) return `the column ${repeated} occurs twice`;
  const missing = columns.filter(({ name, optional }) => !optional && !named.includes(name));
  if (missing.length === 0) return null;
  const optional = columns.filter((column) => column.optional);
  const more = optional.length > 0 ? `; the optional columns of ${kind.name} are ${list(optional)}` : '';
  return `missing column ${list(missing)}${more}`;
}
