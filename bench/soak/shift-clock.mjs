// Loaded before the service. Lets the process that has started it shift the system's time, as the service sees it.
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
process.channel?.unref();
