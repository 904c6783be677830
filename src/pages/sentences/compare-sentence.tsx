import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../charts/labels/number-labels.js';
import { comparableGain, comparableMinutes, ComparedStreamer, gained, computeGrowth } from '../compare/compared.js';
import { Leader, findLeader, leadText } from '../compare/leader.js';
import { Day } from '../parts/moments.js';
import { Gain, Hours } from '../parts/numbers.js';
import { PageRange } from '../parts/ranges/page-range.js';
import { Name } from '../parts/names/texts.js';
import { shownFigure } from '../../streamer/shown-figure.js';
import { joined, Lead } from './lead.js';

/** What matters in a comparison: who has more viewers, grows faster and streams more. */
export function CompareSentence({ compared, range }: { compared: readonly ComparedStreamer[]; range: PageRange }) {
  if (compared.length < 2) {
    const what = compared.length === 0 ? 'two to four streamers' : 'a second streamer';
    return <Lead sentences={[`Add ${what}: type a name, a channel ID or the address of a channel`]} />;
  }
  const facts = [viewers(compared), ...growthAndHours(compared), gain(compared)];
  return <Lead sentences={facts.some((fact) => fact !== null) ? facts : [noLeader(compared, range)]} />;
}

function noLeader(compared: readonly ComparedStreamer[], { noun, within }: PageRange): ComponentChildren {
  const partly = compared.filter(({ partlySince }) => partlySince.streams !== null);
  if (partly.length > 0) {
    const known = partly.map(({ streamer, outlines, partlySince }) => (
      <>
        <Name of={streamer} />{' '}
        {outlines.length === 0 ? (
          'without streams'
        ) : (
          <>
            since <Day at={partlySince.streams} />
          </>
        )}
      </>
    ));
    return (
      <>
        Too little is known to compare {noun}: {joined(known)}
      </>
    );
  }
  const haveStreams = compared.some(({ figures }) => figures.stream_count > 0);
  return haveStreams ? `No figure of ${noun} differs` : `No streams ${within}`;
}

function viewers(compared: readonly ComparedStreamer[]): ComponentChildren {
  const isKnown = compared.every(({ partlySince }) => partlySince.streams === null);
  const leader = isKnown
    ? findLeader(compared, ({ figures, outlines }) => shownFigure(figures, 'avg_viewers', outlines))
    : null;
  if (leader === null) return null;
  const { first, second, value, secondValue } = leader;
  const lead = leadText(value, secondValue);
  const loses = (gained(first) ?? 0) < 0;
  return (
    <>
      <Name of={first.streamer} /> has{' '}
      <a href="#viewers">
        {lead?.endsWith('times') ? (
          <>
            {lead} <Name of={second.streamer} />
            ’s average viewers
          </>
        ) : (
          <>
            {lead ?? ''} more average viewers than <Name of={second.streamer} />
          </>
        )}
      </a>
      {loses ? ` but lost ${first.counted}` : ''}
    </>
  );
}

/** Growth and hours, in one sentence if the same streamer has more of both. */
function growthAndHours(compared: readonly ComparedStreamer[]): ComponentChildren[] {
  const isPair = compared.length === 2;
  const growth = leaderOfCounts(compared, computeGrowth);
  const hours = leaderOfAll(compared, comparableMinutes);
  const grew = growth && growth.value > 0 && (
    <>
      grew{' '}
      <a href={`#${growth.first.counted}`}>
        {isPair ? 'faster' : 'fastest'}, +{fullNumber(growth.value)}% {growth.first.counted}
      </a>
    </>
  );
  const streamed = hours && (
    <>
      streamed{' '}
      <a href="#hours">
        {isPair ? 'more' : 'most'}, <Hours minutes={hours.value} /> hours
      </a>
    </>
  );
  if (grew && streamed && growth.first === hours.first) {
    return [
      <>
        <Name of={growth.first.streamer} /> {grew}, and {streamed}
      </>,
    ];
  }
  return [withName(growth, grew || null), withName(hours, streamed)];
}

function withName(leader: Leader<ComparedStreamer> | null, fact: ComponentChildren): ComponentChildren {
  if (leader === null || fact === null) return null;
  return (
    <>
      <Name of={leader.first.streamer} /> {fact}
    </>
  );
}

/** The most followers or subscribers gained, unless the same streamer also grew fastest. */
function gain(compared: readonly ComparedStreamer[]): ComponentChildren {
  const most = leaderOfCounts(compared, comparableGain);
  if (most === null || most.value <= 0 || most.first === leaderOfCounts(compared, computeGrowth)?.first) return null;
  return (
    <>
      <Name of={most.first.streamer} /> gained{' '}
      <a href={`#${most.first.counted}`}>
        {compared.length === 2 ? 'more' : 'most'} {most.first.counted}, <Gain value={most.value} isNeutral />
      </a>
    </>
  );
}

/** Returns the leader by a gain. Followers and subscribers are not comparable. */
function leaderOfCounts(compared: readonly ComparedStreamer[], valueOf: (one: ComparedStreamer) => number | null) {
  return new Set(compared.map(({ counted }) => counted)).size > 1 ? null : leaderOfAll(compared, valueOf);
}

/** Returns the leader. Null if any value is unknown, because it could be the highest one. */
function leaderOfAll(compared: readonly ComparedStreamer[], valueOf: (one: ComparedStreamer) => number | null) {
  return compared.some((one) => valueOf(one) === null) ? null : findLeader(compared, valueOf);
}
