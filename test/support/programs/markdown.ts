import { readFileSync } from 'node:fs';

/** The code blocks of a page in one language, such as ndjson. */
export function codeBlocks(page: string, language: string): string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, text = '']) => text);
}

/** The rows of the table whose header starts with a cell. An escaped bar belongs to its cell. */
export function tableRows(page: string, firstHeader: string): string[][] {
  const lines = page.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${firstHeader} |`));
  if (start === -1) return [];
  const rows = lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end === -1 ? undefined : end).map(cellsOf);
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

/** The requests of a page that are shown with their output, line by line. */
export function shownRequests(file: string): { path: string; output: string[] }[] {
  const blocks = readFileSync(file, 'utf8').replace(/^```\n\n```json\n/gm, '');
  const requests = blocks.matchAll(/^(?:\$ )?curl (?:--head )?"?http:\/\/localhost:3000(\S+?)"?\n(.*?)^```$/gms);
  return [...requests].map(([, path = '', output = '']) => ({ path, output: output.split('\n').filter(Boolean) }));
}
