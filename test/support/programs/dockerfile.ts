import { readFileSync } from 'node:fs';

export interface Instruction {
  name: string;
  text: string;
}

/** The instructions of each stage of the Dockerfile. An instruction may span several lines. */
export function dockerfileStages(): Instruction[][] {
  const text = readFileSync('Dockerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ');
  const found: Instruction[][] = [];
  for (const line of text.split('\n')) {
    const [, name, rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === undefined) continue;
    if (name === 'FROM') found.push([]);
    found.at(-1)?.push({ name, text: rest });
  }
  return found;
}

/** The arguments of all instructions of one kind. */
export function textsOf(stage: readonly Instruction[], name: string): string[] {
  return stage.filter((instruction) => instruction.name === name).map(({ text }) => text);
}
