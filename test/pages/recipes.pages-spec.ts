import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runInNewContext } from 'node:vm';
import { parse } from 'csv-parse/sync';
import { openView } from '../support/pages/browser.js';
import { SeededSite } from '../support/http/seeded-site.js';
import { codeBlocks } from '../support/programs/markdown.js';

/** Each recipe with a stand-in for its program: the browser of OBS is a Chromium, the others read what the recipe names. */
describe('a recipe of docs/recipes.md', () => {
  const site = SeededSite.whileTesting();
  const page = readFileSync('docs/recipes.md', 'utf8');
  const blocks = (language: string) =>
    codeBlocks(page, language).map((text) => text.replaceAll('https://stats.example.com', site.api.url));
  /** What a program reads that finds an address in a text. */
  const read = async (text: string, form: RegExp) => {
    const response = await fetch(form.exec(text)?.[1] ?? '');
    return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
  };

  it.each([
    ['Nightbot', /^!commands add !\w+ \$\(urlfetch (\S+)\)$/m, /^AuroraPlays is /],
    ['StreamElements', /^!command add !\w+ \$\{customapi\.(\S+)\}$/m, /^AuroraPlays streamed for /],
  ])('of %s is a line of plain text', async (_bot, form, line) => {
    const { status, type, text } = await read(blocks('text').join(''), form);
    expect([status, type]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(text).toMatch(line);
    expect(text).not.toMatch(/[\r\n]/);
    // Nightbot accepts 400 characters.
    expect(text.length).toBeLessThanOrEqual(400);
  });

  it('of a spreadsheet is a table', async () => {
    const { status, type, text } = await read(blocks('text').join(''), /^=IMPORTDATA\("(\S+)"\)$/m);
    expect([status, type]).toEqual([200, expect.stringContaining('text/csv')]);
    const rows = parse(text, { columns: true, bom: true });
    expect(rows.length).toBeGreaterThan(20);
    expect(rows[0]).toHaveProperty('Title');
  });

  it('of OBS shows the whole badge', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'recipe-'));
    const view = await openView(site.browser);
    try {
      writeFileSync(path.join(folder, 'viewers.html'), blocks('html').join(''));
      await view.setViewport({ width: 400, height: 60 });
      await view.goto(pathToFileURL(path.join(folder, 'viewers.html')).href, { waitUntil: 'networkidle0' });
      const shown = await view.$eval('img', ({ naturalHeight, width, height }) => ({ naturalHeight, width, height }));
      expect(shown).toEqual({ naturalHeight: 40, width: expect.any(Number), height: 40 });
      expect(shown.width).toBeLessThanOrEqual(384);
    } finally {
      await view.close();
      rmSync(folder, { recursive: true });
    }
  });

  it('of Home Assistant has the viewers, and 0 offline', async () => {
    const [yaml = ''] = blocks('yaml');
    // The template as an expression of JavaScript, where an empty list is true.
    const [, value, condition, otherwise] = /"\{\{ (\S+) if (\S+) else (\S+) \}\}"/.exec(yaml) ?? [];
    const stateOf = async (text: string) => {
      const value_json = JSON.parse((await read(text, /resource: (\S+)/)).text) as unknown[];
      return runInNewContext(`${condition}.length ? ${value} : ${otherwise}`, { value_json }) as unknown;
    };
    expect(await stateOf(yaml)).toBe(0);
    const live = yaml.replace('aurora_plays', 'nightshift_radio');
    expect(await stateOf(live)).toEqual(expect.any(Number));
    expect(await stateOf(live)).not.toBe(0);
  });
});
