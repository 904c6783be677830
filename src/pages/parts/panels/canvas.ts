import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { ChartOptions, Picture } from '../../../charts/frame.js';

/** Where a chart is drawn, if not on a page: in a frame of another site, or as a picture. */
export interface Canvas {
  height: number;
  /** The chart is a picture of its own, without a page. */
  picture?: Picture;
  /** Receives each drawing, which is then not rendered. */
  drawn?: string[];
}

/** The canvas of a frame or picture. Null on pages. */
export const CanvasContext = createContext<Canvas | null>(null);

/**
 * Returns the options of a chart that depend on where it is drawn. `height` is its height on pages. A picture has `brief`
 * in place of the note of the panel.
 */
export function useCanvas(height: number, brief?: string): Pick<ChartOptions, 'height' | 'picture'> {
  const canvas = useContext(CanvasContext);
  const picture = canvas?.picture && { ...canvas.picture, note: brief };
  return { height: canvas?.height ?? height, picture };
}
