import { askByHalves } from './ask-by-halves.js';
import { CollectorContext } from '../collector-context.js';
import { ChannelProfile, RefusedError } from '../platforms/platform.js';

/** Interval of requests for a name that nobody has. */
const askAgainMs = 600_000;

/** Limit of refused names per look-up, since each takes up to 14 requests. The next sweep looks up the others. */
const mostRefused = 10;

/** Looks up names without a known channel, and warns about names that nobody has and names that the platform refuses. */
export class NameLookUp {
  private readonly askedAtMs = new Map<string, number>();

  constructor(private readonly context: CollectorContext) {}

  /** Asks for the names that are due. `take` gets each profile at once, so that a failure does not lose earlier profiles. */
  async ask(names: readonly string[], take: (profile: ChannelProfile) => void, signal: AbortSignal): Promise<void> {
    const { platform, clock, state } = this.context;
    const now = clock.monotonicMs();
    const due = names.filter((name) => now - (this.askedAtMs.get(name) ?? -askAgainMs) >= askAgainMs);
    const missing: string[] = [];
    const refused: { name: string; error: RefusedError }[] = [];
    const ask = async (logins: readonly string[]) => {
      if (refused.length >= mostRefused) return;
      const { items, odd } = await platform.findChannels({ logins }, signal);
      items.forEach(take);
      for (const name of logins) this.askedAtMs.set(name, now);
      const found = new Set(items.map(({ login }) => login));
      // An invalid item may be about one of the names.
      if (odd.length === 0) missing.push(...logins.filter((name) => !found.has(name)));
    };
    const onRefused = (name: string, error: RefusedError) => {
      state.fail('refused');
      this.askedAtMs.set(name, now);
      refused.push({ name, error });
    };
    try {
      for (let from = 0; from < due.length; from += platform.mostIds) {
        await askByHalves(due.slice(from, from + platform.mostIds), ask, onRefused);
      }
    } catch (error) {
      if (error instanceof RefusedError) for (const name of due) this.askedAtMs.set(name, now);
      throw error;
    } finally {
      this.warn(missing, refused);
    }
  }

  private warn(missing: readonly string[], refused: readonly { name: string; error: RefusedError }[]): void {
    const { logger } = this.context;
    if (missing.length > 0) logger.warn({ names: missing }, 'No channel has these names of COLLECT_LOGINS');
    const names = refused.map(({ name }) => name);
    if (refused[0]) this.warnRefused(names, refused[0].error.message);
  }

  warnRefused(names: readonly string[], reason: string): void {
    const message = 'The platform rejected these names in COLLECT_LOGINS; the collector watches the other channels';
    this.context.logger.warn({ names, reason }, message);
  }
}
