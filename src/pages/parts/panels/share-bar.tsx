interface ShareBarProps {
  /** The lengths of the parts in percent of the bar. Each has a color of its own. */
  parts: readonly number[];
  /** Shows the whole bar, which means 100%. */
  hasTrack?: boolean;
}

/** A horizontal bar next to its figure. Lengths are attributes, because the content security policy forbids inline styles. */
export function ShareBar({ parts, hasTrack = false }: ShareBarProps) {
  const starts = parts.map((_, i) => parts.slice(0, i).reduce((sum, part) => sum + part, 0));
  return (
    <svg class="share-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      {hasTrack ? <path class="track" d="M0 0h100v8H0z" /> : null}
      {parts.map((part, i) =>
        part > 0 ? <path class={`part-${i + 1}`} d={`M${starts[i] ?? 0} 0h${part}v8h-${part}z`} /> : null,
      )}
    </svg>
  );
}
