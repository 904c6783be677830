import type { ComponentChildren } from 'preact';
import { fullNumber } from '../../charts/number-labels.js';
import { Moment } from './moments.js';

interface MomentsTableProps {
  /** The headings of the columns after the moment. */
  names: readonly ComponentChildren[];
  rows: readonly { at: number; values: readonly (number | null)[] }[];
}

/** Values at moments, as the numbers behind a graph. */
export function MomentsTable({ names, rows }: MomentsTableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          {names.map((name, i) => (
            <th scope="col" class="num" key={i}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ at, values }) => (
          <tr key={at}>
            <td class="nowrap">
              <Moment at={new Date(at).toISOString()} />
            </td>
            {values.map((value, i) => (
              <td class="num" key={i}>
                {value === null ? '' : fullNumber(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
