import { Logins, LoginSource, readLogins } from '../../config/collect-config.js';
import { ConfigError } from '../../config/environment.js';
import { NotUtf8Error, readText } from '../../config/text-file.js';
import { errorMessage } from '../../logging/error-message.js';
import { countOf } from '../../logging/format-count.js';
import { CollectorContext } from '../collector-context.js';
import { NameLookUp } from './name-look-up.js';
import { peerText } from '../platforms/peer-text.js';
import { ChannelProfile, RefusedError } from '../platforms/platform.js';

/** Limit of malformed names in a warning. */
const mostShown = 20;

/** The channels of a list of names. A name keeps the channel that it had when it was first requested. */
export class WatchList {
  /** The IDs of the channels, without duplicates. */
  channelIds: readonly string[] = [];
  private names: readonly string[];
  /** The text of the file. */
  private text = '';
  private readonly known = new Map<string, string>();
  private unsaved = new Map<string, string>();
  private readonly lookUp: NameLookUp;
  private watched: string | undefined;
  private isLoaded = false;

  /** Throws a {@link ConfigError} if the file of names cannot be used, or contains no name. */
  constructor(
    private readonly context: CollectorContext,
    private readonly source: LoginSource,
  ) {
    this.lookUp = new NameLookUp(context);
    this.names = this.accept('names' in source ? source : readLogins((this.text = readFile(source.file))));
  }

  /** Returns the name on the list through which a channel was found, if any. */
  nameOf(channelId: string): string | undefined {
    return this.names.find((name) => this.known.get(name) === channelId);
  }

  /** Updates the list, stores it in the database, and returns the profiles of the channels found. */
  async update(at: Date, signal: AbortSignal): Promise<readonly ChannelProfile[]> {
    try {
      return await this.look(signal);
    } finally {
      await this.save(at);
    }
  }

  /** Like {@link update}, but stores nothing. */
  async look(signal: AbortSignal): Promise<readonly ChannelProfile[]> {
    const { state, logger } = this.context;
    this.readAgain();
    await this.load();
    const found: ChannelProfile[] = [];
    const take = (profile: ChannelProfile) => {
      this.known.set(profile.login, profile.id);
      this.unsaved.set(profile.login, profile.id);
      found.push(profile);
    };
    // Without the database's known names, a name could resolve to another channel than before.
    const unknown = this.isLoaded ? this.names.filter((name) => !this.known.has(name)) : [];
    try {
      await this.lookUp.ask(unknown, take, signal);
    } catch (error) {
      if (!(error instanceof RefusedError) || this.knownIds().length === 0) throw error;
      state.fail('refused');
      const reason = error.message;
      logger.warn({ reason }, 'The platform rejected a lookup of COLLECT_LOGINS: other channels are watched');
    } finally {
      this.channelIds = this.knownIds();
      state.channels = this.channelIds.length;
    }
    return found;
  }

  private knownIds(): string[] {
    return [...new Set(this.names.flatMap((name) => this.known.get(name) ?? []))];
  }

  private async load(): Promise<void> {
    if (this.isLoaded) return;
    try {
      for (const { name, channelId } of await this.context.store.listNames()) this.known.set(name, channelId);
      this.isLoaded = true;
    } catch (error) {
      this.report(error);
    }
  }

  private async save(at: Date): Promise<void> {
    const watched = this.channelIds.join();
    if (!this.isLoaded || (this.unsaved.size === 0 && watched === this.watched)) return;
    try {
      const names = [...this.unsaved].map(([name, channelId]) => ({ name, channelId }));
      if (names.length > 0) await this.context.store.saveNames(names);
      this.unsaved = new Map();
      await this.context.store.watch(this.channelIds, at);
      this.watched = watched;
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
      if (text === this.text) return;
      this.text = text;
      this.names = this.accept(readLogins(text));
      logger.info({ names: this.names.length }, 'Reloaded the names of COLLECT_LOGINS');
    } catch (error) {
      state.fail('file');
      logger.warn({ reason: errorMessage(error) }, 'Cannot use the file of COLLECT_LOGINS: keeping the previous names');
    }
  }

  /** Warns about malformed names, and returns the others. */
  private accept({ names, bad }: Logins): readonly string[] {
    if (names.length === 0) throw new ConfigError('The file of COLLECT_LOGINS contains no channel name.');
    if (bad.length > 0) {
      this.context.state.fail('refused', bad.length);
      this.lookUp.warnRefused(
        bad.slice(0, mostShown).map((name) => peerText(name)),
        `${countOf(bad.length, 'invalid name')}: a name consists of 1 to 25 of the characters a-z, 0-9 and _`,
      );
    }
    return names;
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
