import type { ComponentChildren } from 'preact';

/** The sentences at the top of a page. Each has its result first, and links to its evidence. */
export function Lead({ sentences }: { sentences: readonly ComponentChildren[] }) {
  const shown = sentences.filter((sentence) => sentence !== null);
  if (shown.length === 0) return null;
  return <p class="lead">{shown.flatMap((sentence, i) => [i > 0 ? ' ' : '', sentence, '.'])}</p>;
}

/** Joins items as in a sentence: A, B and C. */
export function joined(items: readonly ComponentChildren[], word: 'and' | 'or' = 'and'): ComponentChildren {
  return items.flatMap((item, i) => [i === 0 ? '' : i === items.length - 1 ? ` ${word} ` : ', ', item]);
}
