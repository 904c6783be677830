import { WindowFigures } from './window-figures.js';

/** A streamer's figures over the streams that started in the last 30 x 24 hours. */
export class ThirtyDayStats extends WindowFigures {}
