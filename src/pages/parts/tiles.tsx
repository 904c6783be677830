import type { ComponentChildren } from 'preact';

export interface TileProps {
  name: string;
  value: ComponentChildren;
  /** The previous value or other related information. */
  note?: ComponentChildren;
}

/** Large figures next to each other. */
export function Tiles({ tiles, label }: { tiles: readonly TileProps[]; label: string }) {
  return (
    <>
      <h2 class="sr">{label}</h2>
      <dl class="tiles">
        {tiles.map(({ name, value, note }) => (
          <div class="tile" key={name}>
            <dt>{name}</dt>
            <dd class="value">{value}</dd>
            <dd class="before">{note}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
