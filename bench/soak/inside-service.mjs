// Loaded before the service. Lets the process that has started it shift the system's time, as the service sees it, and tells that
// process when the service got no time to run.
import { setInterval } from 'node:timers';

const System = Date;
const systemNow = Date.now;
let offsetMs = 0;

System.now = () => systemNow() + offsetMs;
globalThis.Date = new Proxy(System, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [System.now()], newTarget),
  apply: () => new System(System.now()).toString(),
});
System.prototype.constructor = globalThis.Date;

process.on('message', (ms) => (offsetMs = ms));
process.channel.unref();

const everyMs = 100;
const longestMs = 300;
let last = performance.now();
let used = process.cpuUsage();
setInterval(() => {
  const lateMs = performance.now() - last - everyMs;
  const { user, system } = process.cpuUsage(used);
  last = performance.now();
  used = process.cpuUsage();
  // A service that is late since it computes is not excused.
  const isStarved = lateMs > longestMs && (user + system) / 1_000 < lateMs / 2;
  if (isStarved && process.connected) process.send(lateMs);
}, everyMs).unref();
