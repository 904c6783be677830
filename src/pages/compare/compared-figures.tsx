import type { ComponentChildren } from 'preact';
import { dataForms } from '../parts/data-forms.js';
import { addressOf } from '../parts/link.js';
import { Change, Count, Gain, Hours } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { Scroller } from '../parts/scroller.js';
import { StreamerName } from '../parts/streamer-name.js';
import { gainOf } from '../streamer/followers.js';
import { Compared } from './compared.js';

interface Row {
  name: string;
  show: (one: Compared) => ComponentChildren;
}

const rows: readonly Row[] = [
  {
    name: 'Average viewers',
    show: ({ figures: now }) =>
      withChange(now.avg_viewers, now.previous.avg_viewers, <Count value={now.avg_viewers} />),
  },
  {
    name: 'Peak viewers',
    show: ({ figures: now }) =>
      withChange(now.peak_viewers, now.previous.peak_viewers, <Count value={now.peak_viewers} />),
  },
  {
    name: 'Hours streamed',
    show: ({ figures: now }) =>
      withChange(now.total_minutes, now.previous.total_minutes, <Hours minutes={now.total_minutes} />),
  },
  {
    name: 'Hours watched',
    show: ({ figures: now }) => withChange(now.watchtime, now.previous.watchtime, <Hours minutes={now.watchtime} />),
  },
  {
    name: 'Streams',
    show: ({ figures: now }) =>
      withChange(now.stream_count, now.previous.stream_count, <Count value={now.stream_count} />),
  },
  { name: 'Followers', show: ({ streamer }) => <Count value={streamer.followers} /> },
  { name: 'Followers gained', show: ({ followers }) => <Gain value={gainOf(followers)} /> },
];

function withChange(now: number, before: number, value: ComponentChildren) {
  return (
    <>
      <Change now={now} before={before} />
      {value}
    </>
  );
}

/** The figures of each streamer, a column each, with the change against the window before. */
export function ComparedFigures({ compared, days }: { compared: readonly Compared[]; days: string }) {
  const names = compared.map(({ streamer }) => addressOf(streamer)).join(',');
  return (
    <Panel
      id="figures"
      title={`Figures of the last ${days} days`}
      wide
      note={`Each change is against the ${days} days before.`}
      data={days === '30' ? dataForms('/v1/stats', { names }, ['csv']) : undefined}
    >
      <Scroller label="Figures">
        <table>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {compared.map(({ streamer }, i) => (
                <th scope="col" class={`num key key-${i + 1}`} key={streamer.id}>
                  <StreamerName id={streamer.id} name={streamer.name} displayName={streamer.display_name} plain />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, show }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {compared.map((one) => (
                  <td class="num" key={one.streamer.id}>
                    {show(one)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroller>
    </Panel>
  );
}
