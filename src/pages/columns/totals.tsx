import type { ComponentChildren } from 'preact';
import { platformTitles } from '../../config/platforms.js';
import { NamedTotal, PlatformTotal, TotalFigures } from '../../totals/dto/total.response.js';
import { figureColumn, FigureKey } from '../parts/figures.js';
import {
  Column,
  countColumn,
  durationColumn,
  fileOnly,
  momentColumn,
  percentColumn,
  textColumn,
} from '../parts/lists/column.js';
import { Count, Least, Unknown } from '../parts/numbers.js';
import { GameName } from '../parts/names/game-name.js';
import { ShareBar } from '../parts/panels/share-bar.js';
import { languageName } from '../parts/lists/selects.js';

/**
 * Totals of a name, with their share of all watchtime in percent. On pages, they are of all platforms, and `bar` has the length of each
 * platform's part.
 */
export type Share = NamedTotal & { share: number | null; bar: readonly number[] };

const platformColumn = textColumn<TotalFigures>('Platform', ({ platform }) => platformTitles[platform], fileOnly);

const figureColumns: readonly Column<TotalFigures, FigureKey>[] = [
  figureColumn('watchtime', 'in line'),
  figureColumn('avg_viewers', 'in line'),
  // The peaks of two platforms do not add up, so pages show no peak.
  { ...figureColumn('peak_viewers'), ...fileOnly },
  countColumn('Average streams', ({ avg_streams }) => avg_streams, {
    ...{ heading: 'Avg. streams', line: () => null },
    show: ({ avg_streams, peak_streams }) =>
      avg_streams === 0 && peak_streams > 0 ? <Least value="1" /> : <Count value={avg_streams} />,
  }),
  countColumn('Peak streams', ({ peak_streams }) => peak_streams, fileOnly),
  durationColumn('Observed', ({ covered_seconds }) => Math.round(covered_seconds / 60), fileOnly),
  countColumn('Watched channels', ({ watched_channels }) => watched_channels, fileOnly),
];

/** The totals over time. */
export const totalColumns: readonly Column<PlatformTotal, FigureKey>[] = [
  momentColumn('Time', ({ created_at }) => created_at),
  platformColumn,
  ...figureColumns,
];

/** Returns the columns of a list by name. The name of a game has a class for long texts. */
function shareColumns(
  heading: string,
  show: (name: string) => ComponentChildren,
  shape?: string,
): readonly Column<Share, FigureKey>[] {
  return [
    textColumn(heading, ({ name }) => name, {
      ...{ isHead: true, class: shape },
      show: ({ name }) => show(name),
    }),
    platformColumn,
    {
      ...{ name: 'Bar', heading: <span class="sr">Bar</span>, class: 'bar' },
      show: ({ bar }) => <ShareBar parts={bar} />,
    },
    percentColumn('Share of hours watched', ({ share }) => share, {
      heading: 'Share',
      show: ({ share, watchtime }) =>
        share === null ? <Unknown /> : `${share === 0 && watchtime > 0 ? '< 0.1' : share}%`,
    }),
    ...figureColumns,
  ];
}

export const languageColumns = shareColumns('Language', languageName);
export const gameShareColumns = shareColumns('Game', (name) => <GameName name={name} />, 'title');
