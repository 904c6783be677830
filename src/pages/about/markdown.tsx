import type { ComponentChildren } from 'preact';
import { DataTable } from '../parts/lists/table.js';

/** A block of a document. Empty lines separate blocks. */
type Block = readonly string[];

/** Renders the Markdown syntax of our own documentation: headings, paragraphs, lists, tables and code. */
export function Markdown({ text }: { text: string }) {
  return <>{blocksOf(text).map(render)}</>;
}

/** Returns the fragment of a link to a heading, in GitHub's format. */
export function headingId(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-');
}

function blocksOf(text: string): Block[] {
  const blocks: string[][] = [[]];
  let isCode = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const isBreak = !isCode && (line.trim() === '' || line.startsWith('#'));
    if (isBreak) blocks.push([]);
    if (line.trim() !== '' || isCode) blocks.at(-1)?.push(line);
    if (line.startsWith('#')) blocks.push([]);
  }
  return blocks.filter((block) => block.length > 0);
}

function render(block: Block, index: number) {
  const [first = ''] = block;
  const heading = /^(#+) (.*)$/.exec(first);
  if (heading) {
    const [, marks = '', words = ''] = heading;
    const Heading = marks.length > 2 ? 'h3' : 'h2';
    return <Heading id={headingId(words)}>{inline(words)}</Heading>;
  }
  if (first.startsWith('```')) return <pre tabIndex={0}>{block.slice(1, -1).join('\n')}</pre>;
  if (first.startsWith('|')) return <Table lines={block} index={index} />;
  const mark = /^(-|\d+\.) /.exec(first);
  if (mark) {
    const List = mark[1] === '-' ? 'ul' : 'ol';
    return <List class="bullets">{listItems(block)}</List>;
  }
  return <p>{inline(block.join(' '))}</p>;
}

function Table({ lines, index }: { lines: Block; index: number }) {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|$/g, '')
      .split('|')
      .map((cell) => cell.trim()),
  );
  const columns = head.map((cell, i) => ({
    ...{ name: cell, heading: inline(cell) },
    show: (cells: readonly string[]) => inline(cells[i] ?? ''),
  }));
  return <DataTable label={`${index}: ${head.join(', ')}`} columns={columns} rows={rows} />;
}

function listItems(lines: Block) {
  const items = lines.join('\n').split(/\n?^(?:-|\d+\.) /m);
  return items.filter(Boolean).map((item) => <li>{inline(item.replace(/\s+/g, ' '))}</li>);
}

/** Renders code, bold text, emphasis and links. Repository files are not served, so links to them become text. */
export function inline(text: string): ComponentChildren {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (part.startsWith('`')) return <code>{part.slice(1, -1)}</code>;
    if (part.startsWith('**')) return <strong>{inline(part.slice(2, -2))}</strong>;
    if (part.startsWith('*')) return <em>{part.slice(1, -1)}</em>;
    const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (!link) return part;
    const [, words = '', target = ''] = link;
    return /^(https:\/\/|#|\/)/.test(target) ? <a href={target}>{words}</a> : words;
  });
}
