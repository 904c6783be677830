import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../../charts/labels/number-labels.js';
import { Link } from '../names/link.js';

/** The rows of a list on a page that shows other panels too. More would take too long to render. */
export const maxListed = 100;

interface CutNoteProps {
  total: number;
  /** What the list has, such as `streams`. */
  items: string;
  /** Which of the items the page shows. */
  which: ComponentChildren;
  /** The panel, such as `events/17/streams`, whose file has all items. */
  of: string;
}

/** What a page shows of a long list, with a link to the file with all items. Null if the page shows all items. */
export function CutNote({ total, items, which, of }: CutNoteProps) {
  if (total <= maxListed) return null;
  return (
    <p class="note">
      {fullNumber(maxListed)} of {fullNumber(total)} {items}, {which}.{' '}
      <Link to={`/download/${of}.csv`} download>
        All {items} as CSV
      </Link>
    </p>
  );
}
