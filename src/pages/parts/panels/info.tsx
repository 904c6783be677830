import { FigureId, figures } from '../../about/figures.js';
import { Link } from '../names/link.js';

/** A link to the definition of a figure. The style sheet draws its sign. */
export function Info({ about }: { about: FigureId }) {
  return <Link to={`/about#${about}`} class="info" aria-label={`Definition: ${figures[about].name}`} />;
}
