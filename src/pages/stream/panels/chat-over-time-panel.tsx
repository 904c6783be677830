import { Bar, barChart } from '../../../charts/bar-chart.js';
import { minuteMs } from '../../../figures/time.js';
import { countText, quotientInTenths } from '../../../charts/labels/number-labels.js';
import { chatIntervalSeconds } from '../../../figures/chat-intervals.js';
import { ChatInterval } from '../../../streams/chat/chat-interval.response.js';
import { rowsTable } from '../../downloads/file-table.js';
import { Column, countColumn, fileOnly, momentColumn, textColumn } from '../../parts/lists/column.js';
import { NumbersTable } from '../../parts/lists/table.js';
import { Zone } from '../../parts/moments.js';
import { StreamChart } from '../stream-view.js';

const intervalMs = 1_000 * chatIntervalSeconds;

const chatColumns: readonly Column<ChatInterval>[] = [
  momentColumn('Time', ({ created_at }) => created_at),
  countColumn('Messages', ({ messages }) => messages),
  countColumn('Chatters', ({ chatters }) => chatters),
  countColumn('Deleted messages', ({ deleted_messages }) => deleted_messages),
  countColumn('Messages of other channels', ({ shared_messages }) => shared_messages),
  countColumn('Viewers', ({ viewers }) => viewers, fileOnly),
  textColumn('Complete', ({ is_complete }) => (is_complete ? 'yes' : 'no'), fileOnly),
];

/** Messages per minute during a stream, below its viewers. */
export const chatOverTimePanel: StreamChart = {
  id: 'chat-over-time',
  title: 'Messages per minute',
  about: 'chat-over-time',
  wide: true,
  hasData: ({ chatIntervals }) => chatIntervals.length > 0,
  show: ({ stream, minutes, chatIntervals }) => {
    const start = Date.parse(stream.started_at);
    const range = { from: start, to: start + minutes * minuteMs };
    const bars = chatIntervals.flatMap((interval) => toBar(interval, range.to) ?? []);
    const total = chatIntervals.reduce((sum, { messages }) => sum + messages, 0);
    const hasParts = bars.some(({ isPart, value }) => isPart && value);
    return {
      brief: hasParts ? 'hatched: not a whole interval' : undefined,
      note: (
        <>
          <Zone />, a bar for each five minutes. {hasParts && <b>Hatched: read for less than that. </b>}A gap was not
          read.
        </>
      ),
      chart: {
        ...{ label: 'messages', height: 180, range },
        description: `${countText(total, 'message')} in ${countText(chatIntervals.length, 'interval')} of five minutes.`,
        draw: (options) => barChart({ ...options, range, bars }),
        numbers: <NumbersTable columns={chatColumns} rows={chatIntervals} />,
      },
    };
  },
  call: ({ stream: { id } }) => `/v1/streams/${id}/chat`,
  file: ({ chat }, id) => rowsTable(chatColumns, () => chat.list(id)),
};

/**
 * Returns the bar of an interval. The counts continue after the last observation of the stream for a minute or two, so the
 * last bar may begin after the end.
 */
function toBar({ created_at, messages, is_complete: isComplete }: ChatInterval, end: number): Bar | undefined {
  const from = Date.parse(created_at);
  const to = Math.min(from + intervalMs, end);
  if (to <= from) return undefined;
  const isPart = !isComplete || to < from + intervalMs;
  return { from, to, value: quotientInTenths(messages * minuteMs, intervalMs), isPart };
}
