import type { Client } from 'pg';
import { ImportInput } from '../import-input.js';
import { KindImporter, KindSummary, StagedRows } from '../kind-importer.js';
import { followerPoints } from '../kinds/follower-points.js';
import { streamers } from '../kinds/streamers.js';
import { streams } from '../kinds/streams.js';
import { viewerSamples } from '../kinds/viewer-samples.js';
import { mergeRows } from '../merge.js';
import { CountRows, stageSightedCounts } from './sighted-counts.js';
import { recordSightedStreamers, releaseLogins, stageSightedStreamers } from './sighted-streamers.js';
import { stageSightedStreams } from './sighted-streams.js';

const viewerRows: CountRows = {
  kind: viewerSamples,
  shape: 'stream',
  owner: 'stream_id',
  count: 'viewers',
  seenOwner: 'stream_id',
  seenCount: 'viewers',
};

const followerRows: CountRows = {
  kind: followerPoints,
  shape: 'followers',
  owner: 'streamer_id',
  count: 'followers',
  seenOwner: 'streamer_id',
  seenCount: 'followers',
};

/**
 * Makes rows of what pages of Helix say, which is staged already. Pages are observations: whatever order they are
 * imported in, and however often, the same ones lead to the same rows.
 */
export class SightingImporter {
  constructor(
    private readonly client: Client,
    private readonly importer: KindImporter,
    private readonly log: (line: string) => void = () => {},
  ) {}

  async import(inputs: readonly ImportInput[], endedAfterMs: number): Promise<KindSummary[]> {
    await this.client.query('ANALYZE staging_helix');
    await this.doubtTimes();
    const summaries = [
      await this.importer.import({ ...streamers, merge: mergeStreamers }, inputs, async () =>
        asRead(await stageSightedStreamers(this.client)),
      ),
      await this.importer.import(streams, inputs, async () =>
        asRead(await stageSightedStreams(this.client, endedAfterMs)),
      ),
    ];
    await recordSightedStreamers(this.client);
    for (const rows of [viewerRows, followerRows]) {
      summaries.push(await this.importer.import(rows.kind, inputs, () => stageSightedCounts(this.client, rows)));
    }
    return summaries.filter(({ read }) => read > 0);
  }

  /** Clocks differ; but what is seen live long before it begins was seen at another time. */
  private async doubtTimes(): Promise<void> {
    const { rows } = await this.client.query<{ early: string }>(`
      SELECT count(*) AS early FROM staging_helix g WHERE g.started_at > g.at + interval '10 minutes'`);
    const early = Number(rows[0]?.early);
    if (early > 0) this.log(`${early} streams started after the time of their page. Is it right? --at gives another.`);
  }
}

async function mergeStreamers(...[client, kind, staged]: Parameters<typeof mergeRows>): ReturnType<typeof mergeRows> {
  const released = await releaseLogins(client);
  const counts = await mergeRows(client, kind, staged);
  return { ...counts, updated: counts.updated + released };
}

function asRead(staged: number): StagedRows {
  return { read: staged, staged };
}
