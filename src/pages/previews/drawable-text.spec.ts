import { drawableName, drawablePart } from './drawable-text.js';

it.each([
  ['AuroraPlays', 'AuroraPlays'],
  ['  Café  Ångström ', 'Café Ångström'],
  ['Δημήτρης, Дмитрий', 'Δημήτρης, Дмитрий'],
  ['한국 방송', 'login'],
  ['Aurora 한국', 'login'],
  ['Ｗｉｄｅ', 'login'],
  ['Aurora 🎉', 'login'],
  ['!!!', 'login'],
  ['abc\u202egpj.exe', 'abcgpj.exe'],
  ['', 'login'],
])('the name %j is drawn as %j: whole, or replaced by the login', (name, drawn) => {
  expect(drawableName(name, 'login')).toBe(drawn);
});

it.each([
  ['hardcore day 100 🐉', 'hardcore day 100'],
  ['한국 day\n 3', 'day 3'],
  ['Pokémon™ −5', 'Pokémon™ −5'],
  ['한국', ''],
  ['🎉🎉 !!', ''],
])('of the title %j, %j is drawn', (title, drawn) => {
  expect(drawablePart(title)).toBe(drawn);
});
