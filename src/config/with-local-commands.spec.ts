import { readFileSync } from 'node:fs';
import { withLocalCommands } from './with-local-commands.js';

const prefix = 'docker compose run --rm api';

it.each([
  ['npm run import -- ./dump', `${prefix} import ./dump`],
  ['npm run import -- - --kind panels < x', `${prefix} import - --kind panels < x`],
  ['Run "npm run db:seed"', `Run "${prefix} seed"`],
  ['npm run -s leaderboard:refresh -- --every 5m', `${prefix} refresh --every 5m`],
])('replaces the npm command in %s', (text, called) => {
  expect(withLocalCommands(text, prefix)).toBe(called);
  expect(withLocalCommands(text, undefined)).toBe(text);
});

it('finds the command of each npm script that runs one', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const commands = Object.entries(scripts).filter(([, line]) => line.startsWith('node scripts/cli.mjs '));
  expect(commands.length).toBeGreaterThan(5);
  for (const [script, line] of commands) {
    expect(withLocalCommands(`npm run ${script} -- x`, 'run')).toBe(`run ${line.split(' ')[2]} x`);
  }
});
