import { Status } from '../../meta/dto/status.response.js';
import { ageText, Moment } from '../parts/moments.js';
import { fullNumber } from '../../charts/number-labels.js';

/** When the board was computed, and how old the newest data is. */
export function Freshness({ status, now, days }: { status: Status; now: Date; days: number }) {
  const { leaderboard_refreshed_at: refreshed, newest_data_at: newest, leaderboard_entries: entries } = status;
  if (refreshed === null) return <>The leaderboard was never computed.</>;
  // A refresh may leave those of other windows as they are, for up to an hour. When they were computed is not told.
  if (days !== 30) return <>Figures are up to an hour old. Each change is against the {days} days before.</>;
  return (
    <>
      {fullNumber(entries)} streamers, computed <Moment at={refreshed} /> ({ageText(refreshed, now)}).{' '}
      {newest === null ? null : (
        <>
          Newest data <Moment at={newest} /> ({ageText(newest, now)}).
        </>
      )}{' '}
      Each change is against the 30 days before.
    </>
  );
}
