import type { ComponentChildren } from 'preact';
import { Coverage } from '../../http/query/coverage.response.js';
import { fullNumber, roundedQuotient } from '../../charts/labels/number-labels.js';
import { durationText } from './duration-text.js';
import { Moment } from './moments.js';
import { Unknown } from './numbers.js';

export type Fact = readonly [name: string, value: ComponentChildren];

/** A list of names and values. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  );
}

/** Returns the coverage of streams as names and values. */
export function coverageFacts(coverage: Coverage): Fact[] {
  const { tracked_since, last_seen_at, sample_count, largest_gap_seconds: gap } = coverage;
  return [
    ['First observed', <Moment at={tracked_since} />],
    ['Last observed', <Moment at={last_seen_at} />],
    ['Viewer samples', fullNumber(sample_count)],
    ['Longest gap', gap === null ? <Unknown /> : durationText(roundedQuotient(gap, 60))],
  ];
}
