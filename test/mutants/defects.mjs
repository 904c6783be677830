import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');
const lists = path.join(import.meta.dirname, 'lists');

/**
 * The defects of `lists/`, each file of which is an area, and what is wrong with the lists: a text that is not in its
 * file, or there twice, plants nothing or not what was meant.
 */
export async function findDefects({ only, grep = '' }) {
  const defects = [];
  const areas = readdirSync(lists).map((name) => path.basename(name, '.mjs'));
  for (const area of only?.filter((name) => areas.includes(name)) ?? areas) {
    const { default: list } = await import(path.join(lists, `${area}.mjs`));
    defects.push(...list.map((defect) => ({ area, ...defect })));
  }
  const chosen = defects.filter(({ defect, file }) => defect.includes(grep) || file.includes(grep));
  return { defects: chosen, problems: chosen.flatMap(problemsOf) };
}

function problemsOf({ area, defect, file, find, specs }) {
  const about = `test/mutants/lists/${area}.mjs, "${defect}":`;
  const missing = [file, ...specs].filter((name) => !existsSync(path.join(root, name)));
  if (missing.length > 0) return missing.map((name) => `${about} there is no ${name}.`);
  if (specs.length === 0) return [`${about} names no spec.`];
  const count = readFileSync(path.join(root, file), 'utf8').split(find).length - 1;
  return count === 1
    ? []
    : [`${about} the text ${JSON.stringify(find)} is in ${file} ${count} times, but must be there once.`];
}
