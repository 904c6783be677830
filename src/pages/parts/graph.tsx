import type { ComponentChildren } from 'preact';
import { Scroller } from './scroller.js';

/** What a drawing is told of the place that it gets. */
export interface Canvas {
  width: number;
  height: number;
  id: string;
}

interface GraphProps {
  id: string;
  /** Draws the SVG, whose texts are escaped. */
  draw: (canvas: Canvas) => string;
  height?: number;
  /** How a script reads the graph out: by the moments of its table, or by the titles of its bars and cells. */
  reads: 'moments' | 'shapes';
  /** The numbers that are drawn, as a table. */
  numbers: ComponentChildren;
  /** Names the numbers for screen readers. */
  label: string;
  /** Whether it has the whole width of a page, and not the half of it. */
  wide?: boolean;
}

/** A graph, drawn once for wide screens and once for phones, with its numbers behind a disclosure. */
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
