import type { ComponentChildren } from 'preact';
import { DefinitionId, definitionsOfTiles } from '../about/metric-definitions.js';
import { Info } from './panels/panel.js';

export interface TileProps {
  name: string;
  /** The definition of the figure, if the name does not determine it. */
  about?: DefinitionId;
  value: ComponentChildren;
  /** The previous value or other related information. */
  note?: ComponentChildren;
  /** The time of a planned event, which a script writes in place of the note. */
  begins?: string;
}

/** Large figures next to each other. Within a panel, they have no label of their own. */
export function Tiles({ tiles, label }: { tiles: readonly TileProps[]; label?: string }) {
  return (
    <>
      {label === undefined ? null : <h2 class="sr">{label}</h2>}
      <dl class={label === undefined ? 'records' : tiles.length === 4 ? 'tiles four' : 'tiles'}>
        {tiles.map(({ name, about = definitionsOfTiles.get(name), value, note, begins }) => (
          <div class="tile">
            <dt>
              {name}
              {about ? <Info about={about} /> : null}
            </dt>
            <dd class="value">{value}</dd>
            {note ? (
              <dd class="before" data-begins={begins}>
                {note}
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
    </>
  );
}
