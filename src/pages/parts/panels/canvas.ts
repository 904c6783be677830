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

/** Null on pages. */
export const CanvasContext = createContext<Canvas | null>(null);

/** Returns the options of a chart that depend on where it is drawn. `height` is its height on pages. */
export function useCanvas(height: number): Pick<ChartOptions, 'height' | 'picture'> {
  const canvas = useContext(CanvasContext);
  return { height: canvas?.height ?? height, picture: canvas?.picture };
}
