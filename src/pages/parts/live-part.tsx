import type { ComponentChildren } from 'preact';
import { useSite } from '../layout/site.js';

interface LivePartProps {
  id: string;
  /** The path of the page while something on it is live. A script then replaces the part every minute. */
  of: string | false;
  children: ComponentChildren;
}

/** A part of a page that changes while something is live. */
export function LivePart({ id, of, children }: LivePartProps) {
  const { hrefOf } = useSite();
  return (
    <div id={id} data-parts={of === false ? undefined : hrefOf(`/parts${of}`)}>
      {children}
    </div>
  );
}
