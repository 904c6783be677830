import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const filesBelow = (folder: string, end: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(end) && !file.startsWith('generated'))
    .map((file) => path.join(folder, file));

/** Without line breaks, which may be anywhere in a text. */
const textOf = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ');

/** The messages of a file that go to the log as warnings or worse: a literal among the arguments. */
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

describe('docs/operations.md', () => {
  const page = textOf('docs/operations.md');
  const sources = filesBelow('src', '.ts').filter((file) => !file.endsWith('.spec.ts'));

  it('explains each line that the service logs as a warning or worse', () => {
    const messages = sources.flatMap(loggedMessages);
    expect(messages).toContain('Reloading a stored answer failed');
    expect(messages.length).toBeGreaterThan(6);
    expect(messages.filter((message) => !page.includes(`\`${message}\``))).toEqual([]);
  });

  it('explains the sentences of failures, which are logged as well', () => {
    const sentences = sources.flatMap((file) => [...textOf(file).matchAll(/failure: '([^']+)'/g)]);
    expect(sentences.length).toBeGreaterThan(12);
    expect(sentences.map(([, text]) => text).filter((text) => !/^Failed to (fetch|check) /.test(text ?? ''))).toEqual(
      [],
    );
    const unavailable = sources.flatMap((file) => [
      ...textOf(file).matchAll(/(?:ServiceUnavailableException\(|busyMessage = )'([^']+)'/g),
    ]);
    expect(unavailable.length).toBeGreaterThan(2);
    for (const [, text] of unavailable) expect(page).toContain(`\`${text}\``);
  });
});

describe('docs/security.md', () => {
  it('names only tests that there are', () => {
    const named = [...textOf('docs/security.md').matchAll(/`([\w.-]+[-.]spec\.ts)`/g)].map(([, name]) => name);
    const files = ['src', 'test'].flatMap((folder) => filesBelow(folder, 'spec.ts')).map((file) => path.basename(file));
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((name) => !files.includes(name ?? ''))).toEqual([]);
  });
});
