import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { tableRows } from '../support/programs/markdown.js';
import { runCommand } from '../support/programs/run-command.js';

const filesBelow = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end) && !file.startsWith('generated'))
    .map((file) => path.join(folder, file));

/** The text without line breaks, which can be anywhere. */
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ');

/** The messages that a file logs as warnings or worse: the literals among the arguments. */
function loggedMessages(file: string): string[] {
  const messages: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { expression, name } = node.expression;
      const isLog = /\b(pino|faults|logger)$/.test(expression.getText()) && /^(warn|error|fatal)$/.test(name.text);
      if (isLog) messages.push(...node.arguments.filter(ts.isStringLiteralLike).map(({ text }) => text));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return messages;
}

describe('docs/operate.md and docs/collect.md', () => {
  const page = textOf('docs/operate.md') + textOf('docs/collect.md');
  const sources = filesBelow('src', '.ts').filter((file) => !file.endsWith('.spec.ts'));

  it('explains each line that the service logs as a warning or worse', () => {
    const messages = sources.flatMap(loggedMessages);
    expect(messages).toContain('Failed to reload a cached response');
    expect(messages.filter((message) => !page.includes(`\`${message}\``))).toEqual([]);
  });

  it('explains the sentences of failures, which are also logged', () => {
    const controllers = filesBelow('src', '').filter((file) => /\.controller\.tsx?$/.test(file));
    const sentences = controllers.flatMap((file) => [...textOf(file).matchAll(/'(Failed to [^']+)'/g)]);
    const explained = [...page.matchAll(/`(Failed to [^`]+?)(?: \.\.\.)?`/g)].map(([, start = '']) => start);
    const isExplained = (text = '') => explained.some((start) => text === start || text.startsWith(`${start} `));
    expect(sentences.map(([, text]) => text).filter((text) => !isExplained(text))).toEqual([]);
    const unavailable = sources.flatMap((file) => [
      ...textOf(file).matchAll(/(?:ServiceUnavailableException\(|overloadMessage = )'([^']+)'/g),
    ]);
    for (const [, text] of unavailable) expect(page).toContain(`\`${text}\``);
  });
});

describe.each(['import', 'export'])('docs/%s.md', (name) => {
  it('lists the exit codes of the command help', async () => {
    const { output: help } = await runCommand('', [name, '--help']);
    const ofHelp = [...help.slice(help.indexOf('Exit codes:')).matchAll(/\b(\d+) (?:if|for) /g)].map(
      ([, code]) => code,
    );
    const ofPage = tableRows(readFileSync(`docs/${name}.md`, 'utf8'), 'exit code').map(([code]) => code);
    expect(ofPage).toContain('130');
    expect(ofHelp).toEqual(ofPage);
  });
});

describe('SECURITY.md', () => {
  it('names only existing tests', () => {
    const named = [...textOf('SECURITY.md').matchAll(/`([\w.-]+[-.]spec\.ts)`/g)].map(([, name]) => name);
    const files = ['src', 'test'].flatMap((folder) => filesBelow(folder, 'spec.ts')).map((file) => path.basename(file));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !files.includes(name ?? ''))).toEqual([]);
  });
});

describe('each page of the documentation', () => {
  const pages = [
    ...readdirSync('.').filter((file) => file.endsWith('.md')),
    ...filesBelow('docs', '.md'),
    'client/README.md',
    'import/README.md',
  ];
  const proseOf = (file: string) => readFileSync(file, 'utf8').replace(/^```.*?^```$/gms, '');

  /** Anchors as GitHub generates them: repeated headings get a number. */
  function anchorsOf(file: string): string[] {
    const names = [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/\]\([^)]*\)/g, '')
        .replace(/[^\p{L}\p{N}_ -]/gu, '')
        .replaceAll(' ', '-'),
    );
    return names.map((name, i) => {
      const earlier = names.slice(0, i).filter((other) => other === name).length;
      return earlier === 0 ? name : `${name}-${earlier}`;
    });
  }

  it('ends a block of commands that change an installation at the first failure', () => {
    const blocks = pages.flatMap((page) =>
      [...readFileSync(page, 'utf8').matchAll(/^ *```sh\n(.*?)\n *```/gms)].map(([, text = '']) =>
        text.split('\n').map((line) => `${page}: ${line.trim()}`),
      ),
    );
    const changing = blocks.filter(
      (lines) =>
        lines.length > 1 &&
        /pg_restore|git (pull|clone)|migrate|kubectl|volume rm|systemctl|CREATE /.test(lines.join()),
    );
    expect(changing.length).toBeGreaterThan(10);
    expect(changing.flatMap((lines) => lines.slice(0, -1)).filter((line) => !line.endsWith(' &&'))).toEqual([]);
  });

  it('links to existing files and headings', () => {
    const links = pages.flatMap((page) =>
      [...proseOf(page).matchAll(/\]\((?![a-z]+:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([text, target, anchor]) => ({
        text: `${page}: ${text}`,
        file: target ? path.join(path.dirname(page), target) : page,
        anchor,
      })),
    );
    const broken = links.filter(
      ({ file, anchor }) => !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor)),
    );
    expect(broken.map(({ text }) => text)).toEqual([]);
  });
});
