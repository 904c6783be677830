import type { ComponentChildren } from 'preact';
import { useContext } from 'preact/hooks';
import { FigureId, figures, figuresOfPanels } from '../../about/figures.js';
import { Link } from '../names/link.js';
import { CanvasContext } from './canvas.js';
import { Files, ShareMenu } from './share.js';

export interface PanelProps {
  /** The ID of the panel, also for links to the panel. */
  id: string;
  title: string;
  /** How to read the panel, if there is something to read. */
  note?: ComponentChildren;
  /** The note in a few words, which a frame of another site shows after the title. */
  brief?: string | undefined;
  /** The definition of the panel's figure, if the ID of the panel does not determine it. */
  about?: FigureId;
  /** The API call for the same data. */
  data?: string | undefined;
  /** The files with the data of the panel. */
  files?: Files | undefined;
  /** Replaces the children of a panel without data. */
  empty?: ComponentChildren;
  children?: ComponentChildren;
  wide?: boolean;
}

/** A section of a page about one question, with a menu to take its data. A chart without its page has no menu. */
export function Panel({
  id,
  title,
  note,
  brief,
  about = figuresOfPanels[id],
  data,
  files,
  empty,
  children,
  wide = false,
}: PanelProps) {
  const isAlone = useContext(CanvasContext) !== null;
  const taken = files && { ...files, isChart: files.isChart === true && !empty };
  return (
    <section id={id} class={wide ? 'panel wide' : 'panel'} aria-labelledby={`${id}-title`}>
      <div class="panel-head">
        <h2 id={`${id}-title`}>
          {title}
          {isAlone && brief && !empty ? ` · ${brief}` : ''}
        </h2>
        {about ? <Info about={about} /> : null}
        {isAlone || (!files && !data) ? null : <ShareMenu {...{ id, title, data }} files={taken} />}
      </div>
      {note === undefined || empty ? null : <p class="note">{note}</p>}
      {empty ? <p class="empty">{empty}</p> : children}
    </section>
  );
}

/** A link to the definition of a figure. The style sheet draws its sign. */
export function Info({ about }: { about: FigureId }) {
  return <Link to={`/about#${about}`} class="info" aria-label={`Definition: ${figures[about].name}`} />;
}
