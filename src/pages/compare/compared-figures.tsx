import type { ComponentChildren } from 'preact';
import { dataForms } from '../parts/data-forms.js';
import { addressOf } from '../parts/link.js';
import { Change, Count, Gain } from '../parts/numbers.js';
import { Panel } from '../parts/panel.js';
import { Scroller } from '../parts/scroller.js';
import { StreamerName } from '../parts/streamer-name.js';
import { figureOf, gainOf, showCount, shownFigures } from '../parts/window-figures.js';
import { Compared } from './compared.js';

interface Row {
  name: string;
  show: (one: Compared) => ComponentChildren;
}

const rows: readonly Row[] = [
  ...[...shownFigures, { name: 'Streams', key: 'stream_count', show: showCount, isNeutral: true } as const].map(
    ({ name, key, show, isNeutral }): Row => ({
      name,
      show: ({ figures, outlines }) => {
        const now = figureOf(figures, key, outlines);
        return (
          <>
            <Change now={now} before={figureOf(figures.previous, key)} isNeutral={isNeutral} />
            {show(now)}
          </>
        );
      },
    }),
  ),
  { name: 'Followers', show: ({ streamer }) => <Count value={streamer.followers} /> },
  { name: 'Followers gained', show: ({ followers }) => <Gain value={gainOf(followers)} /> },
];

/** The figures, one column per streamer, with the change from the previous window. */
export function ComparedFigures({ compared, days }: { compared: readonly Compared[]; days: string }) {
  const names = compared.map(({ streamer }) => addressOf(streamer)).join(',');
  return (
    <Panel
      id="figures"
      title={`Figures of the last ${days} days`}
      wide
      note={`Changes are relative to the previous ${days} days.`}
      data={days === '30' ? dataForms('/v1/stats', { names }, ['csv']) : undefined}
    >
      <Scroller label="Figures">
        <table>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              {compared.map(({ streamer }, i) => (
                <th scope="col" class={`num key key-${i + 1}`} key={streamer.id}>
                  <StreamerName streamer={{ ...streamer, profile_image: null }} plain />
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
