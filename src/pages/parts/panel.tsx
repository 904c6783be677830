import type { ComponentChildren } from 'preact';
import type { DataForms } from './data-forms.js';
import { Link } from './link.js';

export interface PanelProps {
  /** The ID of the panel, also for links to the panel. */
  id: string;
  title: string;
  note?: ComponentChildren;
  /** API addresses of the same data. */
  data?: DataForms | undefined;
  /** Replaces the children of a panel without data. */
  empty?: ComponentChildren;
  children: ComponentChildren;
  wide?: boolean;
}

/** A section of a page about one question, with links to the same data in the API. */
export function Panel({ id, title, note, data, empty, children, wide = false }: PanelProps) {
  return (
    <section id={id} class={wide ? 'panel wide' : 'panel'} aria-labelledby={`${id}-title`}>
      <div class="panel-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {data === undefined ? null : <DataLinks of={title} data={data} />}
      </div>
      {note === undefined ? null : <p class="note">{note}</p>}
      {empty ? <p class="empty">{empty}</p> : children}
    </section>
  );
}

const names = [
  ['json', 'JSON'],
  ['csv', 'CSV'],
  ['svg', 'SVG'],
] as const;

function DataLinks({ of, data }: { of: string; data: DataForms }) {
  return (
    <ul class="data-links">
      {names.map(([form, name]) =>
        data[form] === undefined ? null : (
          <li key={form}>
            <Link to={data[form]}>
              {name}
              <span class="sr"> of {of}</span>
            </Link>
          </li>
        ),
      )}
    </ul>
  );
}
