import type { Logger } from 'pino';
import { WaitingClock } from '../clock/waiting-clock.js';
import { CollectConfig } from '../config/collect-config.js';
import { CollectStore } from './collect-store.js';
import { AskErrorKind } from './platforms/platform.js';
import { Platform } from './platforms/twitch/twitch.js';
import { SteadyClock } from './steady-clock.js';

export interface CollectorContext {
  readonly config: CollectConfig;
  readonly platform: Platform;
  readonly store: CollectStore;
  readonly clock: WaitingClock;
  /** Assigns moments to observations. */
  readonly moments: SteadyClock;
  readonly state: CollectorState;
  readonly logger: Logger;
}

export type ErrorKind = AskErrorKind | 'database' | 'spool' | 'record' | 'item' | 'count' | 'file' | 'chat';

export class CollectorState {
  isHolder = false;
  readonly sweeps = { complete: 0, partial: 0 };
  readonly errors = new Map<ErrorKind, number>();
  sweepSeconds: number | undefined;
  coverage: number | undefined;
  skippedSlots = 0;
  lostObservations = 0;
  waiting = 0;
  waitingBytes = 0;
  openStreams: number | undefined;
  channels: number | undefined;
  /** The moment of the newest stored sweep, in milliseconds since 1970. */
  storedAt: number | undefined;
  /** The time of the last stored observation, of the start, or of a change of the lease, by the monotonic clock. */
  cameInAtMs = 0;

  fail(kind: ErrorKind, count = 1): void {
    this.errors.set(kind, (this.errors.get(kind) ?? 0) + count);
  }
}
