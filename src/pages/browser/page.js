// @ts-check
// Runs on every page: stores the chosen theme, and suggests streamers in the search field.

const themeKey = 'theme';

/** Restores and stores the theme. The style sheet uses the selected option. */
function keepTheme() {
  const select = document.querySelector('#theme');
  if (!(select instanceof HTMLSelectElement)) return;
  select.value = localStorage.getItem(themeKey) ?? 'auto';
  if (select.selectedIndex === -1) select.value = 'auto';
  select.addEventListener('change', () => localStorage.setItem(themeKey, select.value));
}

try {
  keepTheme();
} catch {
  // Local storage is not available. The theme applies to the current page only.
}

/**
 * @typedef {object} Streamer
 * @property {string} id
 * @property {string} name
 * @property {string} display_name
 * @property {string | null} profile_image
 * @property {boolean} is_live
 * @property {boolean} is_stale
 * @property {number | null} followers
 */

const shortNumber = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const shortest = 2;
const pauseMs = 200;
const most = 8;

/**
 * Adds a list under the search field, following the ARIA pattern "combobox with list autocomplete". Without the list,
 * the form opens the page of results.
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} input
 */
function suggest(form, input) {
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = 'Streamers';
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
  /** @param {Element} option */
  const open = (option) =>
    location.assign(form.dataset.pages + encodeURIComponent(option.getAttribute('data-name') ?? ''));
  /** @param {number} step */
  const move = (step) => {
    const options = [...list.children];
    const place = options.findIndex((option) => option.ariaSelected === 'true');
    const next = options[(place + step + options.length + (place === -1 && step < 0 ? 1 : 0)) % options.length];
    for (const option of options) option.ariaSelected = String(option === next);
    if (next) input.setAttribute('aria-activedescendant', next.id);
  };
  /** @param {Streamer[]} streamers */
  const show = (streamers) => {
    list.replaceChildren(...streamers.map((streamer, place) => toOption(streamer, place, 'images' in form.dataset)));
    list.hidden = streamers.length === 0;
    input.ariaExpanded = String(!list.hidden);
    input.removeAttribute('aria-activedescendant');
  };
  const ask = async () => {
    asked.abort();
    asked = new AbortController();
    const query = input.value.trim();
    if (query.length < shortest) return close();
    try {
      const url = `${form.dataset.suggest}?limit=${most}&query=${encodeURIComponent(query)}`;
      const response = await fetch(url, { signal: asked.signal });
      if (response.ok) show(await response.json());
      else close();
    } catch {
      close();
    }
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, pauseMs);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden) return;
    const chosen = list.querySelector('[aria-selected=true]');
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter' && chosen) open(chosen);
    else return;
    event.preventDefault();
  });
  // `pointerdown` comes before the field loses focus, which closes the list.
  list.addEventListener('pointerdown', (event) => {
    const option = event.target instanceof Element ? event.target.closest('[role=option]') : null;
    event.preventDefault();
    if (option) open(option);
  });
  input.addEventListener('blur', close);
}

/**
 * @param {Streamer} streamer
 * @param {number} place
 * @param {boolean} withImage
 */
function toOption(streamer, place, withImage) {
  const { id, name, display_name: displayName, profile_image: image, followers } = streamer;
  const option = document.createElement('li');
  option.role = 'option';
  option.id = `suggestion-${place}`;
  option.ariaSelected = 'false';
  // A login of digits only may be the ID of another channel.
  option.dataset.name = /^\d+$/.test(name) ? id : name;
  if (withImage && image?.startsWith('https://')) option.append(toImage(image));
  const shown = document.createElement('bdi');
  shown.textContent = displayName || name;
  option.append(shown);
  if (displayName && displayName.toLowerCase() !== name) addText(option, 'muted', name);
  if (streamer.is_live && !streamer.is_stale) addText(option, 'live', 'Live');
  if (followers !== null) addText(option, 'muted followers', `${shortNumber.format(followers)} followers`);
  return option;
}

/** @param {string} address */
function toImage(address) {
  const image = new Image(24, 24);
  image.className = 'avatar';
  image.alt = '';
  image.src = address;
  return image;
}

/**
 * Adds a part to an option, after a space for screen readers.
 * @param {HTMLElement} option
 * @param {string} className
 * @param {string} text
 */
function addText(option, className, text) {
  const part = document.createElement('span');
  part.className = className;
  part.textContent = text;
  option.append(' ', part);
}

const form = document.querySelector('form.search');
const input = document.querySelector('#query');
if (form instanceof HTMLFormElement && input instanceof HTMLInputElement) suggest(form, input);
