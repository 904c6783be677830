import { DidYouMean } from '../parts/names/did-you-mean.js';
import { addressOf } from '../parts/names/link.js';
import { UntrustedText } from '../parts/names/texts.js';
import { joined } from '../sentences/lead.js';
import { countText } from '../../charts/labels/number-labels.js';
import { SimilarStreamer } from '../../streamer/dto/listed-streamer.response.js';
import { CompareOptions, comparePath } from './compare-paths.js';
import { mostCompared } from './compare.query.js';
import { Compared } from './compared.js';

const mostNamed = 5;

/** A text that is the name of no streamer, with streamers whose names are similar. */
export interface UnknownName {
  text: string;
  similar: readonly SimilarStreamer[];
}

interface CompareProblemsProps {
  compared: readonly Compared[];
  options: CompareOptions;
  unknown: readonly UnknownName[];
  /** The names beyond the maximum number. */
  tooMany: readonly string[];
}

/** The names that are not compared, with the reason and with links to similar names. */
export function CompareProblems({ compared, options, unknown, tooMany }: CompareProblemsProps) {
  return (
    <>
      {unknown.map(({ text, similar }) => (
        <p class="warning" key={text}>
          No streamer has the name <UntrustedText text={text} empty="" />.{' '}
          {compared.length < mostCompared && (
            <DidYouMean streamers={similar} pathOf={(one) => comparePath(compared, options, addressOf(one))} />
          )}
        </p>
      ))}
      {tooMany.length === 0 ? null : (
        <p class="warning">
          A comparison has at most {mostCompared} streamers. Remove a name to add{' '}
          {joined(
            [
              ...tooMany.slice(0, mostNamed).map((name) => <UntrustedText text={name} empty="" />),
              ...(tooMany.length > mostNamed ? [countText(tooMany.length - mostNamed, 'other name')] : []),
            ],
            'or',
          )}
          .
        </p>
      )}
    </>
  );
}
