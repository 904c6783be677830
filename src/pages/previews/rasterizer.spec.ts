import { drawCard } from './card.js';
import { Rasterizer } from './rasterizer.js';

const svg = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="20">${content}</svg>`;
const text = (attributes: string) => svg(`<text y="15" ${attributes}>Name</text>`);

describe('the rasterizer', () => {
  const rasterizer = new Rasterizer();

  afterAll(() => rasterizer.onApplicationShutdown());

  it('draws text in two weights with its own fonts, because a container has none', async () => {
    const [blank, regular, bold] = await Promise.all([
      rasterizer.draw(svg('')),
      rasterizer.draw(text('')),
      rasterizer.draw(text('font-weight="700"')),
    ]);
    expect(regular.equals(blank)).toBe(false);
    expect(bold.equals(regular)).toBe(false);
  });

  it('refuses pictures that would wait long, and draws again afterwards', async () => {
    const all = await Promise.allSettled(Array.from({ length: 40 }, () => rasterizer.draw(svg(''))));
    const refused = all.filter(({ status }) => status === 'rejected');
    // At most two are drawn at a time, and 20 wait.
    expect(refused.length).toBeGreaterThanOrEqual(18);
    expect(String((refused[0] as PromiseRejectedResult).reason)).toContain('overloaded');
    expect((await rasterizer.draw(svg(''))).length).toBeGreaterThan(0);
  });
});

it('draws a name of markup and of any length as one line of text', () => {
  const card = { title: `<script>${'W'.repeat(500)}`, subtitle: 'a\nb', figures: [] };
  const drawn = drawCard(card, '방송');
  expect(drawn).toContain('&lt;script&gt;WWW');
  expect(drawn).toContain('…</text>');
  expect(drawn).toContain('>a b<');
  expect(drawn.length).toBeLessThan(1_500);
});
