import type { ComponentChildren } from 'preact';

/** What may be wider than the screen. It can be scrolled by keyboard, so it has a name: that of its table. */
export function Scroller({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <section class="scroller" aria-label={`Table: ${label}`} tabIndex={0}>
      {children}
    </section>
  );
}
