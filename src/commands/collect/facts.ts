import type { Logger } from 'pino';
import { WaitingClock } from '../../clock/waiting-clock.js';
import { askByHalves } from './ask-by-halves.js';
import { AskedFor, CollectStore, DueChannels } from './collect-store.js';
import { CollectorState } from './collector-state.js';
import { packPiece, Seen } from './observation.js';
import { AskError, ChannelProfile, Platform, RefusedError } from './platform.js';
import { SteadyClock } from './steady-clock.js';
import { Writer } from './writer.js';

export interface FactsParts {
  readonly platform: Platform;
  readonly store: Pick<CollectStore, 'listDue' | 'noteAsked'>;
  readonly writer: Pick<Writer, 'add'>;
  readonly clock: WaitingClock;
  readonly moments: SteadyClock;
  readonly state: CollectorState;
  readonly logger: Logger;
  /** How often a channel is asked for, at most. */
  readonly everyMs: number;
  /** How often there is a sweep. */
  readonly sweepEveryMs: number;
  /** By which name of the list a channel was found, if it was. */
  readonly nameOf: (channelId: string) => string | undefined;
}

/** After so many channels in a row that the platform refuses to answer for, the others wait for the next interval. */
const mostRefused = 5;

/** Asks for profiles and followers between two sweeps, with at most half of the points that the sweeps leave. */
export class Facts {
  /** When channels were asked for, the oldest first, which may not be in the database yet; by the clock that never goes back. */
  private readonly asked: Record<AskedFor, Map<string, number>> = { profile: new Map(), followers: new Map() };
  private readonly reported = new Set<string>();
  /** Those that the platform told nothing about, which no observation says. */
  private untold: Record<AskedFor, string[]> = { profile: [], followers: [] };
  private refused = 0;

  constructor(private readonly parts: FactsParts) {}

  /**
   * Asks for the channels that are due, evenly until a moment of the clock that never goes back, and for no more of them than are due by
   * then; without a moment for all of them, at once. `cost` is what a sweep takes, in points.
   */
  async gather(
    channelIds: readonly string[],
    cost: number,
    untilMs: number | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { platform, clock, sweepEveryMs } = this.parts;
    const left = (platform.budget.perMinute * sweepEveryMs) / 60_000 - cost;
    let points = Math.floor(left / 2);
    const seen: Seen[] = [];
    const note = async (work: () => Promise<Seen[]>) => void seen.push(...(await work()));
    const due = (what: AskedFor, most: number) => this.due(what, channelIds, most, untilMs !== undefined);
    const work: (() => Promise<void>)[] = [];
    for (const ids of chunks(await due('profile', points * platform.mostIds), platform.mostIds)) {
      work.push(() => note(() => this.askProfiles(ids, signal)));
    }
    points -= work.length;
    for (const id of await due('followers', points)) {
      work.push(() => note(() => this.askFollowers(id, signal)));
    }
    this.refused = 0;
    try {
      for (const [index, ask] of work.entries()) {
        if (signal.aborted || this.refused === mostRefused) break;
        await ask();
        if (untilMs === undefined) continue;
        await clock.sleep((untilMs - clock.monotonicMs()) / (work.length - index + 1), signal);
      }
    } finally {
      this.store(seen);
      await this.noteUntold();
    }
  }

  /** Tells of profiles that were found on the way. */
  store(seen: readonly Seen[]): void {
    if (seen.length === 0) return;
    const at = this.parts.moments.next().toISOString();
    this.parts.writer.add({ head: { kind: 'facts', at, isComplete: false }, pieces: [packPiece(seen)] });
  }

  /** New channels at once, and of the others, if asked, as many as spread them over the time in which each is asked once. */
  private async due(what: AskedFor, channelIds: readonly string[], most: number, isSpread: boolean): Promise<string[]> {
    const { store, clock, everyMs, sweepEveryMs, state } = this.parts;
    const asked = this.asked[what];
    if (most <= 0 || channelIds.length === 0) return [];
    const before = new Date(clock.now().getTime() - everyMs);
    const share = isSpread ? Math.ceil((channelIds.length * sweepEveryMs) / everyMs) : most;
    forgetBefore(asked, clock.monotonicMs() - everyMs);
    const waiting = channelIds.filter((id) => !asked.has(id));
    const { ids, fresh } = await store.listDue(what, waiting, before, most).catch((): DueChannels => {
      state.fail('database');
      return { ids: [], fresh: 0 };
    });
    return ids.slice(0, Math.max(share, fresh));
  }

  private async askProfiles(ids: readonly string[], signal: AbortSignal): Promise<Seen[]> {
    const seen: Seen[] = [];
    const found: ChannelProfile[] = [];
    const note = (asked: readonly string[], profiles: readonly ChannelProfile[]) => {
      const at = this.parts.moments.next().toISOString();
      found.push(...profiles);
      seen.push(...profiles.map((profile) => ({ profile, at })));
      const told = new Set(profiles.map(({ id }) => id));
      for (const id of asked) this.asked.profile.set(id, this.parts.clock.monotonicMs());
      this.untold.profile.push(...asked.filter((id) => !told.has(id)));
    };
    await this.ask((platform) =>
      askByHalves(
        ids,
        async (some) => note(some, (await platform.findChannels({ ids: some }, signal)).items),
        (id, error) => {
          note([id], []);
          this.noteRefusal(error);
          if (this.refused === mostRefused) throw error;
        },
      ),
    );
    await this.reportTaken(found, signal);
    return seen;
  }

  /** The moment of an answer is when it came. */
  private async askFollowers(channelId: string, signal: AbortSignal): Promise<Seen[]> {
    const refusedBefore = this.refused;
    const answer = await this.ask(async (platform) => ({
      followers: await platform.countFollowers(channelId, signal),
      at: this.parts.moments.next().toISOString(),
    }));
    this.asked.followers.set(channelId, this.parts.clock.monotonicMs());
    if (answer?.followers !== undefined) return [{ channelId, followers: answer.followers, at: answer.at }];
    // A request that failed on its way is no answer.
    if (answer || this.refused > refusedBefore) this.untold.followers.push(channelId);
    return [];
  }

  /** A channel may be gone, and then the platform refuses to answer for it. Undefined if there is no answer. */
  private async ask<Result>(question: (platform: Platform) => Promise<Result>): Promise<Result | undefined> {
    const refusedBefore = this.refused;
    try {
      const result = await question(this.parts.platform);
      if (this.refused === refusedBefore) this.refused = 0;
      return result;
    } catch (error) {
      if (error instanceof AskError) return undefined;
      if (!(error instanceof RefusedError)) throw error;
      if (this.refused < mostRefused) this.noteRefusal(error);
      return undefined;
    }
  }

  private noteRefusal(error: RefusedError): void {
    this.refused += 1;
    this.parts.state.fail('refused');
    this.parts.logger.warn({ reason: error.message }, 'The platform refused to tell about a channel');
  }

  /** Or the next process would ask for these first. */
  private async noteUntold(): Promise<void> {
    const { store, clock, state } = this.parts;
    const { untold } = this;
    this.untold = { profile: [], followers: [] };
    for (const what of ['profile', 'followers'] as const) {
      if (untold[what].length === 0) continue;
      await store.noteAsked(what, untold[what], clock.now()).catch(() => state.fail('database'));
    }
  }

  /** A channel that has another login than on the list is watched as before. If its old one is somebody else's, that is said once. */
  private async reportTaken(profiles: readonly ChannelProfile[], signal: AbortSignal): Promise<void> {
    const { nameOf, logger } = this.parts;
    const names = profiles.flatMap(({ id, login }) => {
      const name = nameOf(id);
      return name === undefined || login === '' || name === login || this.reported.has(name) ? [] : [name];
    });
    if (names.length === 0) return;
    const holders = await this.ask((platform) => platform.findChannels({ logins: names }, signal));
    for (const { login, id } of holders?.items ?? []) {
      this.reported.add(login);
      logger.warn(
        { name: login, id },
        'A name of COLLECT_LOGINS is that of another channel now, which is not followed',
      );
    }
  }
}

/** Of all of Twitch, millions of channels are seen in a month. */
function forgetBefore(asked: Map<string, number>, moment: number): void {
  for (const [id, at] of asked) {
    if (at > moment) return;
    asked.delete(id);
  }
}

function chunks(ids: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}
