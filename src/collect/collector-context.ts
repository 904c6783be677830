import type { Logger } from 'pino';
import { WaitingClock } from '../clock/clock.js';
import { CollectConfig } from '../config/collect-config.js';
import { CollectStore } from './collect-store.js';
import { CollectorState } from './collector-state.js';
import { Platform } from './platforms/platform.js';
import { Spool } from './spool/spool.js';
import { SteadyClock } from './steady-clock.js';

export interface CollectorContext {
  readonly config: CollectConfig;
  readonly platform: Platform;
  readonly store: CollectStore;
  readonly clock: WaitingClock;
  /** Assigns moments to observations. */
  readonly moments: SteadyClock;
  readonly state: CollectorState;
  /** The observations that are not stored yet. */
  readonly spool: Spool;
  readonly logger: Logger;
}
