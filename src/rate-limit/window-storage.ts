import { FixedWindowStorage } from './fixed-window.storage.js';
import { RedisWindowStorage } from './redis-window.storage.js';

/** Where hits are counted: in this process or, with `REDIS_URL`, in Redis. */
export const WindowStorage = Symbol('WindowStorage');
export type WindowStorage = FixedWindowStorage | RedisWindowStorage;
