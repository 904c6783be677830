import cluster from 'node:cluster';
import { Channel } from './channel.js';

/** The process that started this one as one of several workers. Undefined in the only process of an instance. */
export const primary = cluster.isWorker ? new Channel(process) : undefined;

/** Tells the workers of an instance apart in its log. */
export const workerId = cluster.worker?.id;
