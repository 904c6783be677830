import type { ComponentChildren } from 'preact';
import { Scroller } from './scroller.js';

/** Size and ID of a drawing. */
export interface Canvas {
  width: number;
  height: number;
  id: string;
}

interface GraphProps {
  id: string;
  /** Draws the SVG. Must escape texts. */
  draw: (canvas: Canvas) => string;
  height?: number;
  /** How a script reads values from the graph: by the times in the table, or by the titles of bars and cells. */
  reads: 'moments' | 'shapes';
  /** The table of the values in the graph. */
  numbers: ComponentChildren;
  /** The name of the table for screen readers. */
  label: string;
  /** Whether the graph has the full width of the page instead of half the width. */
  wide?: boolean;
}

/** A graph, drawn once for wide screens and once for phones, with its numbers in a collapsed section. */
export function Graph({ id, draw, height = 240, reads, numbers, label, wide = false }: GraphProps) {
  return (
    <>
      <figure class="graph" data-reads={reads} data-numbers={`${id}-numbers`}>
        <Drawing shape="wide-only" markup={draw({ width: wide ? 1200 : 600, height, id: `${id}-wide` })} />
        <Drawing shape="narrow" markup={draw({ width: 360, height, id: `${id}-narrow` })} />
        <output class="readout" />
      </figure>
      <details class="numbers" id={`${id}-numbers`}>
        <summary>Numbers</summary>
        <Scroller label={label}>{numbers}</Scroller>
      </details>
    </>
  );
}

function Drawing({ shape, markup }: { shape: string; markup: string }) {
  return <div class={shape} dangerouslySetInnerHTML={{ __html: markup }} />;
}
