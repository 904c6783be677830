import type { ComponentChildren } from 'preact';

/** A container that scrolls wide content. It can be scrolled with the keyboard, so it needs a label. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroller" aria-label={`Table: ${label}`} tabIndex={0}>
      {children}
    </section>
  );
}
