// The flags of Node.js that the server is started with, by whatever starts it, and a collector, which runs as long: those of start:prod in
// package.json. A collector of 100,000 streams takes half of the memory with them.
//
// --max-semi-space-size=8: left alone, V8 grows its young generation for the garbage of startup, and keeps that.
// --heap-growing-percent=20: on a machine with much memory V8 lets its heap grow to several times what is in use.
// --no-allocation-site-pretenuring: after a burst of requests V8 would put the rows of all later ones into the old
//   generation at once, where they wait for a full collection.
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** Left alone, glibc's malloc gives each thread of Node.js a heap of its own, of which much stays unused. Other C libraries ignore this. */
export const serverEnvironment = { MALLOC_ARENA_MAX: '2' };

export const serverFlags = scripts['start:prod'].split(' ').filter((word) => word.startsWith('--'));
