import { Link } from './link.js';

interface PagingProps {
  label: string;
  cursor: number;
  /** How many items the page has. */
  shown: number;
  limit: number;
  hasMore: boolean;
  /** The address of the page that begins at a cursor. */
  pathAt: (cursor: number) => string;
}

/** Links to the pages before and after. Nothing where one page has it all. */
export function Paging({ label, cursor, shown, limit, hasMore, pathAt }: PagingProps) {
  if (cursor === 0 && !hasMore) return null;
  return (
    <nav class="paging" aria-label={label}>
      {cursor > 0 ? (
        <Link to={pathAt(Math.max(0, cursor - limit))} rel="prev">
          ← Previous
        </Link>
      ) : (
        <span />
      )}
      <span class="muted">{shown > 0 ? `${cursor + 1}–${cursor + shown}` : 'No more'}</span>
      {hasMore ? (
        <Link to={pathAt(cursor + shown)} rel="next">
          Next →
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
