// Runs on every page: stores the chosen theme, suggests streamers and games in fields for names, and collects streamers for a
// comparison.
import { replacePart, requestPage } from './shared/replace-part.js';

const themeKey = 'theme';

/** Restores and stores the theme. The style sheet uses the selected option. */
function keepTheme(): void {
  const select = document.querySelector<HTMLSelectElement>('#theme');
  if (!select) return;
  select.value = localStorage.getItem(themeKey) ?? 'auto';
  if (select.selectedIndex === -1) select.value = 'auto';
  select.addEventListener('change', () => localStorage.setItem(themeKey, select.value));
}

try {
  keepTheme();
} catch {
  // Local storage is not available. The theme applies to the current page only.
}

const shortest = 2;
const pauseMs = 200;

/**
 * Adds a list under a field for names, following the ARIA pattern "combobox with list autocomplete". A suggestion of the
 * search field opens its page. A streamer suggested for another field becomes its value, and the form is sent.
 */
function suggest(form: HTMLFormElement, input: HTMLInputElement): void {
  const list = document.createElement('ul');
  list.id = `${input.id}-suggestions`;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Suggestions';
  list.hidden = true;
  form.append(list);
  input.role = 'combobox';
  input.autocomplete = 'off';
  input.setAttribute('aria-controls', list.id);
  input.ariaAutoComplete = 'list';
  input.ariaExpanded = 'false';
  let timer = 0;
  let asked = new AbortController();

  const close = () => {
    list.hidden = true;
    input.ariaExpanded = 'false';
    input.removeAttribute('aria-activedescendant');
  };
  const choose = (option: Element) => {
    if ('opens' in form.dataset) return location.assign(option.getAttribute('data-path') ?? '');
    input.value = option.getAttribute('data-name') ?? '';
    form.requestSubmit();
  };
  const move = (step: number) => {
    const options = [...list.children];
    const index = options.findIndex((option) => option.ariaSelected === 'true');
    const next = options[(index + step + options.length + (index === -1 && step < 0 ? 1 : 0)) % options.length];
    for (const option of options) option.ariaSelected = String(option === next);
    if (next) input.setAttribute('aria-activedescendant', next.id);
  };
  const show = (options: string) => {
    list.innerHTML = options;
    if (!('opens' in form.dataset)) for (const game of list.querySelectorAll('li:not([data-name])')) game.remove();
    [...list.children].forEach((option, index) => (option.id = `${list.id}-${index}`));
    list.hidden = list.children.length === 0;
    input.ariaExpanded = String(!list.hidden);
    input.removeAttribute('aria-activedescendant');
  };
  const ask = async () => {
    asked.abort();
    asked = new AbortController();
    const query = input.value.trim();
    if (query.length < shortest) return close();
    try {
      const response = await fetch(`${form.dataset.suggest}?q=${encodeURIComponent(query)}`, { signal: asked.signal });
      if (response.ok) show(await response.text());
      else close();
    } catch {
      close();
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void ask(), pauseMs);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) {
      if (event.key !== 'ArrowDown') return;
      event.preventDefault();
      return void ask();
    }
    const chosen = list.querySelector('[aria-selected=true]');
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else return;
    event.preventDefault();
  });
  // `pointerdown` comes before the field loses focus, which closes the list.
  list.addEventListener('pointerdown', (event) => {
    const option = (event.target as Element).closest('[role=option]');
    event.preventDefault();
    if (option) choose(option);
  });
  input.addEventListener('blur', () => {
    clearTimeout(timer);
    asked.abort();
    close();
  });
  // The reader may type before this script runs.
  if (document.activeElement === input && input.value !== input.defaultValue) void ask();
}

for (const input of document.querySelectorAll<HTMLInputElement>('form[data-suggest] input[data-names]'))
  if (input.form) suggest(input.form, input);

/** Completes the addresses in a text to copy, and adds a button that copies it. */
function addCopyButton(field: HTMLTextAreaElement): void {
  field.value = field.value.replace(/(^|["(\n]|, )(?=\/)/g, `$1${location.origin}`);
  const button = document.createElement('button');
  const text = field.dataset.copy ?? '';
  button.type = 'button';
  button.textContent = text;
  button.setAttribute('aria-describedby', field.id);
  button.ariaLive = 'polite';
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Pages without HTTPS have no clipboard, and a browser may refuse it.
      document.execCommand('copy');
    }
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = text), 2_000);
  };
  button.addEventListener('click', () => void copy());
  field.addEventListener('focus', () => field.select());
  field.after(button);
}

function addCopyButtons(root: ParentNode): void {
  root.querySelectorAll<HTMLTextAreaElement>('textarea[data-copy]').forEach(addCopyButton);
}

/** Updates a part of the page while the options of a form change. */
function updateLive(options: HTMLFormElement): void {
  let asked = new AbortController();
  const update = async () => {
    asked.abort();
    const { signal } = (asked = new AbortController());
    const query = new URLSearchParams(new FormData(options) as unknown as Record<string, string>);
    const url = `${options.action}?${query.toString()}`;
    const page = await requestPage(url, signal);
    if (signal.aborted) return;
    if (!page) return options.submit();
    replacePart(options.dataset.live ?? '', page);
    history.replaceState(null, '', url);
  };
  options.addEventListener('change', () => void update());
}

function closeMenus({ target }: Event): void {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(target as Node)) menu.removeAttribute('open');
  }
}

/** Moves the focus to the search field after the key `/`, unless the reader types a text. */
function focusSearch(event: KeyboardEvent): void {
  const { target, key, ctrlKey, metaKey, altKey } = event;
  const search = document.querySelector<HTMLInputElement>('#query');
  // The setting removes the attribute.
  if (key !== search?.getAttribute('aria-keyshortcuts') || ctrlKey || metaKey || altKey) return;
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))) return;
  event.preventDefault();
  search.focus();
  search.select();
}

const slashKey = 'slash';

/** Adds the setting that switches the key `/` on or off. The key is on if the setting cannot be kept. */
function offerSlash(): void {
  const label = document.createElement('label');
  const box = Object.assign(document.createElement('input'), { type: 'checkbox', id: 'slash', checked: true });
  label.append(box, ' Key / for the search');
  document.querySelector('#theme')?.after(label);
  const apply = () => {
    const search = document.querySelector('#query');
    if (search) search.ariaKeyShortcuts = box.checked ? '/' : null;
  };
  box.addEventListener('change', apply);
  try {
    box.checked = localStorage.getItem(slashKey) !== 'off';
    box.addEventListener('change', () => localStorage.setItem(slashKey, box.checked ? 'on' : 'off'));
  } catch {
    // Local storage is not available. The setting applies to the current page only.
  }
  apply();
}

offerSlash();
document.addEventListener('keydown', focusSearch);
addCopyButtons(document);
// A script replaced a part of the page.
document.addEventListener('shown', ({ target }) => addCopyButtons(target as Element));
document.querySelectorAll<HTMLFormElement>('form[data-live]').forEach(updateLive);
document.addEventListener('click', closeMenus);
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Escape') return;
  const menu = document.querySelector('details.menu[open]');
  menu?.removeAttribute('open');
  menu?.querySelector('summary')?.focus();
});

const collectedKey = 'collected';
const compareLink = document.querySelector<HTMLAnchorElement>('nav [data-compares]');
const maxCollected = Number(compareLink?.dataset.compares);

/** A streamer in the bar. */
interface Collected {
  /** The name in addresses. */
  name: string;
  /** The display name. */
  label: string;
}

const collected = () => JSON.parse(sessionStorage.getItem(collectedKey) ?? '[]') as Collected[];

/** Stores the collected streamers for the tab, and shows them. */
function collect(streamers: readonly Collected[]): void {
  sessionStorage.setItem(collectedKey, JSON.stringify(streamers));
  showCollected();
}

const create = (tag: string, text: string, properties: Readonly<Record<string, unknown>> = {}) =>
  Object.assign(document.createElement(tag), properties, { textContent: text });

/** Returns the address of a comparison. */
function comparisonOf(streamers: readonly Collected[]): string {
  const names = streamers.map(({ name }) => encodeURIComponent(name)).join(',');
  return `${compareLink?.getAttribute('href') ?? ''}?streamers=${names}`;
}

const bar = create('section', '', { className: 'collected', ariaLabel: 'Comparison', hidden: true });

/** Shows the collected streamers at the bottom of the page, and marks their links. */
function showCollected(): void {
  const streamers = collected();
  const items = streamers.map((one) => {
    const item = create('li', '', { className: 'chip' });
    const rest = streamers.filter(({ name }) => name !== one.name);
    const remove = create('button', '×', { className: 'remove', ariaLabel: `Remove ${one.label}` });
    remove.addEventListener('click', () => {
      collect(rest);
      bar.querySelector('a')?.focus();
    });
    item.append(create('bdi', one.label), remove);
    return item;
  });
  const list = create('ul', '');
  list.append(...items);
  const clear = create('button', 'Clear');
  clear.addEventListener('click', () => collect([]));
  const isFull = streamers.length >= maxCollected;
  const hint = isFull ? `At most ${maxCollected}` : streamers.length === 1 ? 'Add another streamer with +' : '';
  bar.replaceChildren(
    list,
    create('output', hint, { className: 'muted' }),
    create('a', `Compare ${streamers.length}`, { className: 'button go', href: comparisonOf(streamers) }),
    clear,
  );
  bar.hidden = streamers.length === 0;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-compare]')) {
    const { compare: name = '', label = '' } = link.dataset;
    const isCollected = streamers.some((one) => one.name === name);
    if (link.classList.contains('add')) {
      link.ariaPressed = String(isCollected);
      link.textContent = isCollected ? '✓' : '+';
    } else if (!isCollected && !isFull) {
      link.href = comparisonOf([...streamers, { name, label }]) + (/&(days|range)=.*/.exec(link.search)?.[0] ?? '');
    }
  }
}

/** Adds the streamer of a link to the collected ones, or removes the streamer. */
function toggleCollected(event: MouseEvent): void {
  const link = (event.target as Element).closest<HTMLAnchorElement>('a.add[data-compare]');
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const { compare: name = '', label = name } = link.dataset;
  const others = collected().filter((one) => one.name !== name);
  const isCollected = others.length < collected().length;
  if (isCollected || others.length < maxCollected) collect(isCollected ? others : [...others, { name, label }]);
}

/** Starts to collect. The streamers of a shown comparison are no longer collected. */
function startCollecting(): void {
  const shown = document.querySelector('[data-comparison]')?.getAttribute('data-comparison') ?? '';
  const compared = (new URL(shown, location.href).searchParams.get('streamers') ?? '').split(',');
  sessionStorage.setItem(collectedKey, JSON.stringify(collected().filter(({ name }) => !compared.includes(name))));
  document.querySelector('#main')?.parentElement?.append(bar);
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.add[data-compare]')) {
    link.role = 'button';
    link.addEventListener('keydown', (event) => {
      if (event.key !== ' ') return;
      event.preventDefault();
      link.click();
    });
  }
  document.addEventListener('click', toggleCollected);
  // A page from the history shows what was collected since.
  addEventListener('pageshow', showCollected);
}

try {
  if (compareLink) startCollecting();
} catch {
  // Session storage is not available. Links start a new comparison.
}
