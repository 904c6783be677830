// The Node.js flags of the server and the collector, from start:prod in package.json. With these flags, a collector of 100,000
// streams uses half of the memory.
//
// --max-semi-space-size=8: by default, V8 enlarges its young generation for the garbage of the start, and never shrinks it.
// --heap-growing-percent=20: on a machine with much memory, V8 lets its heap grow to several times the used size.
// --no-allocation-site-pretenuring: after a burst of requests, V8 would allocate the rows of later requests directly in the
//   old generation, where they stay until a full collection.
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** By default, glibc's malloc creates a mostly unused heap for each thread of Node.js. Other C libraries ignore this variable. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

export const serverFlags = scripts['start:prod'].split(' ').filter((word) => word.startsWith('--'));
