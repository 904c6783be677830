import { GenerateOptions, purposes } from '../generate-options.js';
import { GeneratedTable } from '../generated-table.js';
import { RowRandom } from '../row-random.js';
import { StreamPlan } from '../stream-plan.js';

/** Message statistics of two fifths of the streams whose chatters are known. */
export function messageStatsTable(streams: StreamPlan, { seed }: GenerateOptions): GeneratedTable {
  const random = new RowRandom(seed, purposes.messages);
  return {
    name: 'message_stats',
    columns: ['stream_id', 'total_messages', 'unique_chatters', 'deleted_messages'],
    count: streams.count,
    write(out, index) {
      random.startRow(index);
      if (random.below(5) > 1) return;
      const { id, uniqueChatters } = streams.at(index);
      if (uniqueChatters === null) return;
      const messages = uniqueChatters * (2 + random.below(20));
      out.row();
      out.integer(id);
      out.integer(messages);
      out.integer(uniqueChatters);
      out.integer(Math.floor(messages * 0.05 * random.share()));
    },
  };
}
