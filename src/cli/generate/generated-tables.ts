import { SamplePartition } from '../import/sample-partitions.js';
import { GeneratedTable } from './generated-table.js';
import { GenerateOptions } from './generate-options.js';
import { StreamPlan } from './stream-plan.js';
import { StreamerPlan } from './streamer-plan.js';
import { followerPointsTable } from './tables/follower-points.js';
import { messageStatsTable } from './tables/message-stats.js';
import { panelsTable } from './tables/panels.js';
import { streamersTable } from './tables/streamers.js';
import { streamsTable } from './tables/streams.js';
import { ViewerSamples } from './tables/viewer-samples.js';

/** The viewer samples of a month, and their partition. */
export interface SampleTable {
  partition: SamplePartition;
  table: GeneratedTable;
}

export interface GeneratedTables {
  /** All but the viewer samples. */
  keyed: GeneratedTable[];
  samples: SampleTable[];
}

/** What is to be generated. Throws a GenerateOptionsError for options that contradict each other. */
export function generatedTables(options: GenerateOptions): GeneratedTables {
  const streamers = new StreamerPlan(options);
  const streams = new StreamPlan(streamers, options);
  const samples = new ViewerSamples(streams, options);
  return {
    keyed: [
      streamersTable(streamers, options),
      streamsTable(streamers, streams, options),
      followerPointsTable(streamers, options),
      messageStatsTable(streams, options),
      panelsTable(streamers, options),
    ],
    samples: samples.months().map((month) => ({ partition: month.partition, table: samples.table(month) })),
  };
}
