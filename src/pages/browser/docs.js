// @ts-check
// Runs on the documentation: applies the theme that the pages store, filters operations, and names fields.

const system = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has a dark theme by class only. */
function applyTheme() {
  const theme = storedTheme();
  const isDark = theme === 'auto' ? system.matches : theme === 'dark';
  document.documentElement.classList.toggle('dark-mode', isDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

function storedTheme() {
  try {
    return localStorage.getItem('theme') ?? 'auto';
  } catch {
    // Local storage is not available.
    return 'auto';
  }
}

applyTheme();
system.addEventListener('change', applyTheme);
// The script of the header stores the theme that a reader selects.
document.addEventListener('change', applyTheme);

/** Names lists of values for screen readers. */
function nameLists() {
  for (const list of document.querySelectorAll('[data-param-name] select:not([aria-label])')) {
    list.setAttribute('aria-label', list.closest('[data-param-name]')?.getAttribute('data-param-name') ?? '');
  }
}

new MutationObserver(nameLists).observe(document, { childList: true, subtree: true });

/**
 * Swagger UI's plugin: a filter by tag, path and summary instead of by tag, no introduction, because the page has one, and
 * no link inside the button of an operation.
 *
 * @param {any} system Swagger UI, with React and Immutable's lists
 */
globalThis.docsPlugin = ({ React }) => ({
  fn: {
    /** @type {(tags: any, phrase: string) => any} */
    opsFilter: (tags, phrase) => {
      const words = phrase.toLowerCase().split(/\s+/);
      /** @type {(name: string, operation: any) => boolean} */
      const matches = (name, operation) => {
        const parts = [name, operation.get('path'), operation.getIn(['operation', 'summary'])];
        const text = parts.join(' ').toLowerCase();
        return words.every((word) => text.includes(word));
      };
      return tags
        .map((/** @type {any} */ tag, /** @type {string} */ name) =>
          tag.update('operations', (/** @type {any} */ all) =>
            all.filter((/** @type {any} */ one) => matches(name, one)),
          ),
        )
        .filter((/** @type {any} */ tag) => tag.get('operations').size > 0);
    },
  },
  components: {
    InfoContainer: () => null,
    /** @type {(link: { text: string }) => any} */
    DeepLink: ({ text }) => React.createElement('span', null, text),
    /** @type {(system: any) => any} */
    FilterContainer: ({ layoutSelectors, layoutActions }) => {
      const text = layoutSelectors.currentFilter();
      const field = React.createElement('input', {
        type: 'search',
        className: 'filter-field',
        'aria-label': 'Filter operations',
        placeholder: 'Filter operations, such as: live, graph, games',
        value: typeof text === 'string' ? text : '',
        onChange: (/** @type {any} */ event) => layoutActions.updateFilter(event.target.value),
      });
      return React.createElement('div', { role: 'search' }, field);
    },
  },
});
