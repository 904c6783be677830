import { Logins, LoginSource, loginsOf, readLogins } from '../../config/collect-config.js';
import { loginDescription, platforms } from '../../config/platforms.js';
import { ConfigError } from '../../config/environment.js';
import { NotUtf8Error, readText } from '../../config/text-file.js';
import { errorMessage } from '../../logging/error-message.js';
import { formatQuantity } from '../../logging/format-count.js';
import { CollectorContext } from '../collector-context.js';
import { requestInBatches } from './request-in-batches.js';
import { peerText } from '../platforms/client/peer-text.js';
import { RefusedError, RequestError } from '../platforms/platform.js';
import { SparseLog } from '../sparse-log.js';

const maxLoggedNames = 20;

const unknownNameRetryMs = 600_000;

/** Limit of refused names per lookup, since each takes up to 14 requests. The next sweep looks up the others. */
const maxRefused = 10;

/** The channels of a list of names. A name keeps the channel that it had when it was first requested. */
export class WatchList {
  private names: readonly string[];
  private fileText = '';
  private readonly known = new Map<string, string>();
  private readonly requestedAtMs = new Map<string, number>();
  /** The known names and the channels in the database. */
  private saved = '';
  private isLoaded = false;
  private readonly lookupLog = new SparseLog(unknownNameRetryMs);

  /** Throws a {@link ConfigError} if the file of names cannot be used, or contains no name. */
  constructor(
    private readonly context: CollectorContext,
    private readonly source: LoginSource,
  ) {
    this.names = this.accept('names' in source ? source : readLogins((this.fileText = readFile(source.file))));
  }

  get channelIds(): readonly string[] {
    return [...new Set(this.names.flatMap((name) => this.known.get(name) ?? []))];
  }

  /** Returns the name on the list through which a channel was found, if any. */
  nameOf(channelId: string): string | undefined {
    return this.names.find((name) => this.known.get(name) === channelId);
  }

  /**
   * Reads a changed file, and finds the channels of new names. Stores nothing. Throws the failure of a lookup if the list has no
   * known channel.
   */
  async update(signal: AbortSignal): Promise<void> {
    const { clock, state, logger } = this.context;
    this.readAgain();
    await this.load();
    const due = this.dueNames();
    try {
      await this.lookUp(due, signal);
    } catch (error) {
      const isRefused = error instanceof RefusedError;
      if (isRefused) this.noteRequested(due);
      if (!(isRefused || error instanceof RequestError) || this.channelIds.length === 0) throw error;
      if (isRefused) state.fail('refused');
      const message = 'A lookup of names in COLLECT_LOGINS failed: other channels are watched';
      if (this.lookupLog.due(clock.monotonicMs())) logger.warn({ reason: error.message }, message);
    } finally {
      state.channels = this.channelIds.length;
    }
  }

  /** Stores the list in the database if it has changed. */
  async save(at: Date): Promise<void> {
    const { store } = this.context;
    const { channelIds } = this;
    const current = JSON.stringify([[...this.known], channelIds]);
    if (!this.isLoaded || current === this.saved) return;
    try {
      await store.saveNames(this.known);
      await store.watch(channelIds, at);
      this.saved = current;
    } catch (error) {
      this.report(error);
    }
  }

  /** The names without a known channel that were not requested lately. */
  private dueNames(): string[] {
    // Without the database's known names, a name could resolve to another channel than before.
    if (!this.isLoaded) return [];
    const before = this.context.clock.monotonicMs() - unknownNameRetryMs;
    return this.names.filter((name) => !this.known.has(name) && (this.requestedAtMs.get(name) ?? before) <= before);
  }

  /** Warns about names without a channel and names that the platform refuses. */
  private async lookUp(names: readonly string[], signal: AbortSignal): Promise<void> {
    const { platform, state, logger } = this.context;
    const find = (logins: readonly string[]) => platform.findChannels(logins, signal);
    const missing: string[] = [];
    const refusedNames: string[] = [];
    let reason = '';
    try {
      for await (const { values, result } of requestInBatches(names, platform.maxNames, find)) {
        this.noteRequested(values);
        if (result instanceof RefusedError) {
          state.fail('refused');
          reason ||= result.message;
          refusedNames.push(...values);
          if (refusedNames.length === maxRefused) return;
          continue;
        }
        for (const { login, id } of result.items) this.known.set(login, id);
        // An invalid item may be about one of the names.
        if (result.invalid.length === 0) missing.push(...values.filter((name) => !this.known.has(name)));
      }
    } finally {
      if (missing.length > 0) logger.warn({ names: missing }, 'No channel has these names of COLLECT_LOGINS');
      if (refusedNames.length > 0) this.warnRefused(refusedNames, reason);
    }
  }

  private noteRequested(names: readonly string[]): void {
    for (const name of names) this.requestedAtMs.set(name, this.context.clock.monotonicMs());
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return;
    try {
      for (const [name, id] of await this.context.store.listNames()) this.known.set(name, id);
      this.isLoaded = true;
    } catch (error) {
      this.report(error);
    }
  }

  private report(error: unknown): void {
    const { state, logger } = this.context;
    state.fail('database');
    logger.debug({ reason: errorMessage(error) }, 'Failed to compare the list of channels with the database');
  }

  /** If the file can no longer be used, the names stay. */
  private readAgain(): void {
    const { source } = this;
    const { state, logger } = this.context;
    if (!('file' in source)) return;
    try {
      const text = readFile(source.file);
      if (text === this.fileText) return;
      this.fileText = text;
      this.names = this.accept(readLogins(text));
      logger.info({ names: this.names.length }, 'Reloaded the names of COLLECT_LOGINS');
    } catch (error) {
      state.fail('file');
      logger.warn({ reason: errorMessage(error) }, 'Cannot use the file of COLLECT_LOGINS: keeping the previous names');
    }
  }

  /** Warns about malformed names, and returns the others of the platform. Warns about names that no collector watches. */
  private accept(all: Logins): readonly string[] {
    this.warnUnwatched(all);
    if (all.names.length === 0) throw new ConfigError('The file of COLLECT_LOGINS contains no channel name.');
    const { names, bad } = loginsOf(all, this.context.platform.name);
    if (bad.length > 0) {
      this.context.state.fail('refused', bad.length);
      this.warnRefused(
        bad.slice(0, maxLoggedNames).map((name) => peerText(name)),
        `${formatQuantity(bad.length, 'invalid name')}: a name consists of ${loginDescription}`,
      );
    }
    return names;
  }

  private warnUnwatched(all: Logins): void {
    const { config, logger } = this.context;
    const message = 'Nothing watches these names in COLLECT_LOGINS: credentials are missing';
    for (const platform of platforms) {
      const missing = config.missing[platform];
      const { names, bad } = loginsOf(all, platform);
      const unwatched = [...names, ...bad].slice(0, maxLoggedNames).map((name) => peerText(name));
      if (missing !== undefined && unwatched.length > 0) logger.warn({ names: unwatched, missing }, message);
    }
  }

  private warnRefused(names: readonly string[], reason: string): void {
    const message = 'The platform rejected these names in COLLECT_LOGINS; the collector watches the other channels';
    this.context.logger.warn({ names, reason }, message);
  }
}

function readFile(file: string): string {
  try {
    return readText(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const expected = error instanceof NotUtf8Error ? 'a file in UTF-8' : `a file that can be read (${code})`;
    throw new ConfigError(`COLLECT_LOGINS is "@${file}", but must be ${expected}.`, { cause: error });
  }
}
