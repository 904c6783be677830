import { startsOf } from '../../../demo/kick/misbehaving-kick.js';
import { PlatformName } from '../../../src/config/platforms.js';
import { withOwner } from '../../../src/database/owner-client.js';
import { isOfPlatform } from '../../../src/database/platforms/platform-ids.js';
import { expectDecided } from '../database/decided-again.js';
import { LoggedSweep } from './simulation.js';
import { TrueStream, World } from '../../../demo/twitch/world.js';

interface StoredStream {
  /** As in the world, also for streams of Kick. */
  id: string;
  streamer_id: string;
  language: string | null;
  started_at: Date;
  ended_at: Date | null;
}

/** Differences between a database and the simulated world, one sentence each, and the number of compared rows. */
export interface Comparison {
  readonly differences: string[];
  readonly streams: number;
  readonly samples: number;
}

const viewersHoldMs = 30_000;

/**
 * Compares stored data with the simulated world. Every stream that two complete sweeps saw must exist, with its real start,
 * and no other stream. A stream must end at an observation after which no sweep saw it. Each complete sweep must have a sample
 * of each live stream. Exceptions: a process that did not store the start of a stream may skip it because of few viewers, and
 * an invalid item of a stream has no sample.
 */
export async function compareWithTruth(
  url: string,
  world: World,
  sweeps: readonly LoggedSweep[],
  { minViewers = 0, platform = 'twitch' }: { minViewers?: number; platform?: PlatformName } = {},
): Promise<Comparison> {
  await withOwner(url, expectDecided);
  const stored = await read(url, platform);
  const differences: string[] = [];
  const complete = sweeps.filter(({ isComplete }) => isComplete).sort((a, b) => a.at - b.at);
  const truth = new Map(world.streams.map((stream) => [stream.id, stream]));
  const known = new Map(stored.streams.map((stream) => [stream.id, stream]));
  const isSurelySeen = (stream: TrueStream, { at, until }: LoggedSweep) => stream.from <= at && stream.to > until;
  for (const stream of world.streams) {
    const seenBy = complete.filter((sweep) => isSurelySeen(stream, sweep) && !world.wasInvalid(stream.id, sweep));
    const isShown =
      minViewers === 0 || seenBy.some(({ at, until }) => leastViewers(world, stream, at, until) >= minViewers);
    if (seenBy.length >= 2 && isShown && !known.has(stream.id)) differences.push(`${stream.id} is missing`);
  }
  for (const stream of stored.streams) {
    const real = truth.get(stream.id);
    if (!real) differences.push(`${stream.id} never existed`);
    else differences.push(...compareStream(stream, real, complete, platform, world));
  }
  differences.push(...compareSamples(stored.samples, world, truth, known, sweeps, complete, minViewers));
  return { differences, streams: stored.streams.length, samples: stored.samples.length };
}

function compareStream(
  stored: StoredStream,
  real: TrueStream,
  complete: readonly LoggedSweep[],
  platform: PlatformName,
  world: World,
): string[] {
  const { id, started_at, ended_at, language } = stored;
  const found: string[] = [];
  if (stored.streamer_id !== real.channelId) found.push(`${id} belongs to ${stored.streamer_id}`);
  const starts = platform === 'kick' ? startsOf(real).slice(0, 2) : [real.from];
  if ((language ?? '') !== world.language(real)) found.push(`${id} has the language ${language}`);
  if (!starts.includes(started_at.getTime())) found.push(`${id} starts at ${started_at.toISOString()}`);
  const last = complete.at(-1);
  const isOver = last !== undefined && real.to <= last.at;
  if (ended_at === null) return isOver ? [...found, `${id} has not ended`] : found;
  if (ended_at < started_at) found.push(`${id} ends before it starts`);
  const end = ended_at.getTime();
  if (end > real.to) found.push(`${id} ends at ${ended_at.toISOString()}, after ${new Date(real.to).toISOString()}`);
  const missed = complete.find(
    (sweep) => sweep.at > end && sweep.until < real.to && !world.wasInvalid(stored.id, sweep),
  );
  if (missed) found.push(`${id} ends at ${ended_at.toISOString()}, though ${new Date(missed.at).toISOString()} saw it`);
  return found;
}

function compareSamples(
  samples: readonly { stream_id: string; created_at: Date; viewers: string }[],
  world: World,
  truth: ReadonlyMap<string, TrueStream>,
  known: ReadonlyMap<string, StoredStream>,
  sweeps: readonly LoggedSweep[],
  complete: readonly LoggedSweep[],
  minViewers: number,
): string[] {
  const found: string[] = [];
  const bySweep = new Map(sweeps.map((sweep) => [sweep.at, sweep]));
  const have = new Set<string>();
  const first = new Map<string, number>();
  for (const { stream_id: id, created_at, viewers } of samples) {
    const at = created_at.getTime();
    have.add(`${id} ${at}`);
    first.set(id, Math.min(first.get(id) ?? at, at));
    const [sweep, stream] = [bySweep.get(at), truth.get(id)];
    if (!sweep || !stream) found.push(`${id} has a sample at ${created_at.toISOString()}, the time of no sweep`);
    else if (!viewersBetween(world, stream, at, sweep.until).has(Number(viewers))) {
      found.push(`${id} did not have ${viewers} viewers at ${created_at.toISOString()}`);
    }
  }
  const isUnknownTo = (stream: TrueStream, begun: number, { at, until, by }: LoggedSweep) => {
    const firstAfter = complete.find((sweep) => sweep.at > begun && sweep.by === by);
    const isOfAnother = bySweep.get(begun)?.by !== by && firstAfter?.at === at;
    return isOfAnother && leastViewers(world, stream, at, until) < minViewers;
  };
  for (const sweep of complete) {
    const { at, until } = sweep;
    for (const stream of truth.values()) {
      const begun = first.get(stream.id);
      if (stream.from > at || stream.to <= until || begun === undefined || at < begun) continue;
      if (world.wasInvalid(stream.id, sweep)) continue;
      if (!known.has(stream.id) || have.has(`${stream.id} ${at}`) || isUnknownTo(stream, begun, sweep)) continue;
      found.push(`${stream.id} lacks a sample at ${new Date(at).toISOString()}`);
    }
  }
  return found;
}

function viewersBetween(world: World, stream: TrueStream, from: number, to: number): Set<number> {
  const values = new Set<number>([world.viewers(stream, to)]);
  for (let at = from; at < to; at += viewersHoldMs) values.add(world.viewers(stream, at));
  return values;
}

function leastViewers(world: World, stream: TrueStream, from: number, to: number): number {
  return Math.min(...viewersBetween(world, stream, from, to));
}

/** SQL for an ID of the world. IDs of streams of the simulated Kick end with the ID of the world. */
const worldId = (id: string, externalId: string) =>
  `COALESCE(CASE WHEN ${externalId} LIKE '%-%' THEN right(${externalId}, 12)::bigint::text ELSE ${externalId} END, ${id}::text)`;

function read(url: string, platform: PlatformName) {
  return withOwner(url, async (client) => {
    const ofPlatform = isOfPlatform('e.id', platform);
    const streams = await client.query<StoredStream>(`
      SELECT ${worldId('s.id', 'e.external_id')} AS id, ${worldId('u.id', 'u.external_id')} AS streamer_id, s.started_at, s.ended_at,
        s.language
      FROM current_streams s
      JOIN streams e ON e.id = s.id
      JOIN streamers u ON u.id = s.streamer_id
      WHERE ${ofPlatform}
      ORDER BY s.id`);
    const samples = await client.query<{ stream_id: string; created_at: Date; viewers: string }>(`
      SELECT ${worldId('e.id', 'e.external_id')} AS stream_id, v.created_at, v.viewers
      FROM all_viewer_samples v
      JOIN streams e ON e.id = v.stream_id
      WHERE ${ofPlatform}`);
    return { streams: streams.rows, samples: samples.rows };
  });
}
