// Runs on the documentation: applies the theme that the pages store, filters operations, and names fields.

const system = matchMedia('(prefers-color-scheme: dark)');

/** Swagger UI has a dark theme by class only. */
function applyTheme(): void {
  const theme = storedTheme();
  const isDark = theme === 'auto' ? system.matches : theme === 'dark';
  document.documentElement.classList.toggle('dark-mode', isDark);
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light';
}

function storedTheme(): string {
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
function nameLists(): void {
  for (const list of document.querySelectorAll('[data-param-name] select:not([aria-label])')) {
    list.setAttribute('aria-label', list.closest('[data-param-name]')?.getAttribute('data-param-name') ?? '');
  }
}

new MutationObserver(nameLists).observe(document, { childList: true, subtree: true });

/** The parts of React, and of Immutable's maps in Swagger UI, that the plugin uses. */
interface React {
  createElement(type: string, properties: object | null, child?: unknown): unknown;
}
interface Operation {
  get(key: string): string;
  getIn(path: readonly string[]): string;
}
interface Operations {
  size: number;
  filter(matches: (operation: Operation) => boolean): Operations;
}
interface Tag {
  get(key: 'operations'): Operations;
  update(key: 'operations', change: (all: Operations) => Operations): Tag;
}
interface Tags {
  map(change: (tag: Tag, name: string) => Tag): Tags;
  filter(matches: (tag: Tag) => boolean): Tags;
}
interface FilterProps {
  layoutSelectors: { currentFilter(): unknown };
  layoutActions: { updateFilter(text: string): void };
}

function filterOperations(tags: Tags, phrase: string): Tags {
  const words = phrase.toLowerCase().split(/\s+/);
  const matches = (name: string, operation: Operation) => {
    const parts = [name, operation.get('path'), operation.getIn(['operation', 'summary'])];
    const text = parts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return tags
    .map((tag, name) => tag.update('operations', (all) => all.filter((one) => matches(name, one))))
    .filter((tag) => tag.get('operations').size > 0);
}

/**
 * Swagger UI's plugin: a filter by tag, path and summary instead of by tag, no introduction, because the page has one, and
 * no link inside the button of an operation.
 */
const docsPlugin = ({ React }: { React: React }) => ({
  fn: { opsFilter: filterOperations },
  components: {
    InfoContainer: () => null,
    DeepLink: ({ text }: { text: string }) => React.createElement('span', null, text),
    FilterContainer: ({ layoutSelectors, layoutActions }: FilterProps) => {
      const text = layoutSelectors.currentFilter();
      const field = React.createElement('input', {
        type: 'search',
        className: 'filter-field',
        'aria-label': 'Filter operations',
        placeholder: 'Filter operations, such as: live, graph, games',
        value: typeof text === 'string' ? text : '',
        onChange: ({ target }: { target: HTMLInputElement }) => layoutActions.updateFilter(target.value),
      });
      return React.createElement('div', { role: 'search' }, field);
    },
  },
});

Object.assign(globalThis, { docsPlugin });
