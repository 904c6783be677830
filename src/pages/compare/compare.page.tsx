import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { citationOf, gainText } from '../parts/panels/citation.js';
import { ShownPanel } from '../parts/panels/shown-panel.js';
import { capitalized, freezeRange, PageRange, RangeText, readPageRange } from '../parts/ranges/page-range.js';
import { KnownSince } from '../parts/ranges/known-since.js';
import { RangeRow } from '../parts/ranges/range-row.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { CompareSentence } from '../sentences/compare-sentence.js';
import { CompareForm } from './compare-form.js';
import { comparePanels } from './compare-panels.js';
import { CompareView, maxLookedUp } from './compare-view.js';
import { ComparedStreamer, nameOf } from './compared.js';
import { DidYouMean } from '../parts/names/did-you-mean.js';
import { addressOf } from '../parts/names/link.js';
import { UntrustedText } from '../parts/names/texts.js';
import { joined } from '../sentences/lead.js';
import { countText } from '../../charts/labels/number-labels.js';
import { comparedDays, comparePath, maxCompared, sharedQuery } from './compare.query.js';

/** Compares up to four streamers on common axes. */
export function ComparePage({ view }: { view: CompareView }) {
  const { compared, options, window, sent } = view;
  const { range } = options;
  const span = range.call ? range.title : `${range.query.range} days`;
  const title = compared.length > 0 ? `Compare ${compared.map(nameOf).join(', ')}, ${span}` : 'Compare streamers';
  const { now } = useSite();
  const pathOf = (other: RangeText) => comparePath(compared, { ...options, range: readPageRange(other) });
  const since = Math.max(...compared.map(({ knownSince }) => knownSince));
  const citation = citationOf(
    {
      ...{ name: compared.map(nameOf).join(', '), figures: citedFigures(compared), pathOf, since, range, window },
      ...{ frozen: freezeRange(range, now), streams: compared.flatMap(({ outlines }) => outlines) },
      isFinal: compared.every(({ figures }) => figures.is_final),
    },
    now,
  );
  return (
    <Layout
      title={title}
      description={describe(compared, range)}
      path={comparePath(compared, { range })}
      section="Compare"
      charts
      hidden={compared.length > 0}
    >
      <div class="page-head">
        <h1>Compare</h1>
      </div>
      <RangeRow
        {...{ range, window, moving: comparedDays, sent, pathOf }}
        since={Math.min(...compared.map(({ knownSince }) => knownSince), window.from)}
      >
        <KnownSince window={window} known={compared.map((one) => ({ name: nameOf(one), since: one.knownSince }))} />
      </RangeRow>
      <CompareForm view={view} />
      <CompareProblems view={view} />
      <CompareSentence compared={compared} range={range} />
      {compared.length === 0 ? null : (
        <div class="panels">
          {comparePanels
            .filter((panel) => panel.isOnPage?.(view) ?? true)
            .map((panel) => (
              <ShownPanel
                {...{ panel, view, of: 'compare', citation, query: sharedQuery(compared, options, panel.id) }}
              />
            ))}
        </div>
      )}
    </Layout>
  );
}

/** Writes the average viewers of each streamer. */
function describe(compared: readonly ComparedStreamer[], { noun }: PageRange): string {
  if (compared.length === 0) return 'Two to four streamers side by side: followers, viewers and hours.';
  return `${capitalized(noun)} side by side. ${compared.map(describeOne).join(', ')}.`;
}

function describeOne(one: ComparedStreamer): string {
  const average = shownFigure(one.figures, 'avg_viewers', one.outlines);
  return `${nameOf(one)}: ${average === null ? 'no viewer figures' : `${countText(average, 'viewer')} on average`}`;
}

/** Writes the average viewers and the followers or subscribers gained of each streamer. */
function citedFigures(compared: readonly ComparedStreamer[]): string {
  return compared.map((one) => `${describeOne(one)}${gainText(one)}`).join('; ');
}

const maxNamed = 5;

/** The names that are not compared, with the reason and with links to similar names. */
function CompareProblems({ view: { compared, options, unknown, tooMany } }: { view: CompareView }) {
  return (
    <>
      {unknown.map(({ text, similar }) => (
        <p class="warning">
          No streamer has the name <UntrustedText text={text} empty="" />.{' '}
          {compared.length < maxCompared && (
            <DidYouMean streamers={similar} pathOf={(one) => comparePath(compared, options, addressOf(one))} />
          )}
        </p>
      ))}
      {tooMany.length === 0 ? null : (
        <p class="warning">
          {compared.length < maxCompared
            ? `Only the first ${maxLookedUp} names were looked up, not `
            : `A comparison has at most ${maxCompared} streamers. Remove a name to add `}
          {joined(
            [
              ...tooMany.slice(0, maxNamed).map((name) => <UntrustedText text={name} empty="" />),
              ...(tooMany.length > maxNamed ? [countText(tooMany.length - maxNamed, 'other name')] : []),
            ],
            'or',
          )}
          .
        </p>
      )}
    </>
  );
}
