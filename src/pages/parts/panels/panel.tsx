import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { DefinitionId, metricDefinitions } from '../../about/metric-definitions.js';
import { Link } from '../names/link.js';
import { CanvasContext } from './canvas.js';
import { Shared, ShareMenu } from './share.js';

export interface PanelProps {
  /** The ID of the panel, also for links to the panel. */
  id: string;
  title: string;
  /** How to read the panel, if there is something to read. */
  note?: ComponentChildren;
  /** The note in a few words, which a frame of another site shows after the title. */
  brief?: string | undefined;
  /** The definition of the panel's figure. */
  about?: DefinitionId | undefined;
  /** What readers can take from the panel. */
  shared?: Shared | undefined;
  /** Replaces the children of a panel without data. */
  empty?: ComponentChildren;
  children?: ComponentChildren;
  wide?: boolean | undefined;
}

/** A section of a page about one question, with a menu to take its data. A chart without its page has no menu. */
export function Panel({ id, title, note, brief, about, shared, empty, children, wide = false }: PanelProps) {
  const isAlone = useContext(CanvasContext) !== null;
  return (
    <section id={id} class={wide ? 'panel wide' : 'panel'} aria-labelledby={`${id}-title`}>
      <div class="panel-head">
        <h2 id={`${id}-title`}>
          {title}
          {isAlone && brief && !empty ? ` · ${brief}` : ''}
        </h2>
        {about ? <Info about={about} /> : null}
        {shared === undefined ? null : <ShareMenu {...{ id, title, shared }} />}
      </div>
      {note === undefined || empty ? null : <p class="note">{note}</p>}
      {empty ? <p class="empty">{empty}</p> : children}
    </section>
  );
}

/** A link to the definition of a figure. The style sheet draws its sign. */
export function Info({ about }: { about: DefinitionId }) {
  return <Link to={`/about#${about}`} class="info" aria-label={`Definition: ${metricDefinitions[about].name}`} />;
}
