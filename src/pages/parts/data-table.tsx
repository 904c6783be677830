import type { ComponentChildren } from 'preact';
import { Scroller } from './scroller.js';

interface DataTableProps {
  label: string;
  /** Those of columns with numbers begin with #. */
  headings: readonly string[];
  /** The rows. */
  children: ComponentChildren;
}

/** A table that may be wider than the screen. */
export function DataTable({ label, headings, children }: DataTableProps) {
  return (
    <Scroller label={label}>
      <table>
        <thead>
          <tr>
            {headings.map((heading) => (
              <th scope="col" class={heading.startsWith('#') ? 'num' : undefined} key={heading}>
                {heading.replace('#', '')}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroller>
  );
}
