import type { ComponentChildren } from 'preact';
import { Day } from '../parts/moments.js';
import { Change, Count, Gain, Hours } from '../parts/numbers.js';
import { Tiles } from '../parts/tiles.js';
import { ComparedFigure, comparedFigures } from './compared-figures.js';
import { StreamerView } from './streamer-view.js';

/** The figures of the range, each compared with the previous window. */
export function FigureTiles({ view }: { view: StreamerView }) {
  const tiles = comparedFigures(view).map((figure) => ({
    ...{ name: figure.name, note: noteOf(figure) },
    value: <Value form={figure.form} value={figure.now} />,
  }));
  return tiles.length === 0 ? null : <Tiles tiles={tiles} label="Figures of the range" />;
}

function Value({ form, value }: Pick<ComparedFigure, 'form'> & { value: number | null }) {
  if (form === 'hours') return <Hours minutes={value} />;
  // The color of the change shows whether the gain is better than the gain before.
  return form === 'gain' ? <Gain value={value} isNeutral /> : <Count value={value} />;
}

function noteOf({ at, ...compared }: ComparedFigure): ComponentChildren {
  const comparison = at === undefined || compared.before !== null ? comparisonOf(compared) : null;
  if (at === undefined) return comparison;
  return (
    <>
      <Day at={at} />
      {comparison && <>; {comparison}</>}
    </>
  );
}

/** Null without a previous window, and without any figure. */
function comparisonOf({ now, before, isKnown = true, isNeutral, form }: ComparedFigure): ComponentChildren {
  if (before === undefined) return null;
  if (before === null) {
    if (now === null) return null;
    return isKnown ? 'no figure before' : <span class="unknown">before unknown</span>;
  }
  const earlier = <Value form={form} value={before} />;
  if (now === null) return <>{earlier} before</>;
  if (!isKnown) return <span class="unknown">too little known before</span>;
  // A percentage of 0 or of a loss has no meaning.
  if (before <= 0) return <>{earlier} before</>;
  return (
    <>
      <Change now={now} before={before} isNeutral={isNeutral} /> from {earlier}
    </>
  );
}
