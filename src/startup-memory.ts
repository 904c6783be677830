import { setFlagsFromString } from 'node:v8';

// Loading the modules makes garbage that a running server never makes again; left alone, V8 grows its young generation
// for it and keeps that. Imported first, undone once listening.
setFlagsFromString('--semi-space-growth-factor=1');

// On a machine with much memory V8 lets its heap grow to several times what is in use before it collects: 163 MB for 65 MB
// here. The young generation has to be bounded where the process is started: see start:prod in package.json.
setFlagsFromString('--heap-growing-percent=30');

// Where many objects of one place in the code outlive a collection of the young generation, V8 makes all later ones old at once.
// Here that comes of a burst of requests, and from then on the rows of each one wait for the old generation to be collected.
setFlagsFromString('--no-allocation-site-pretenuring');

/** Lets V8 grow its young generation by need again. */
export function endStartup(): void {
  setFlagsFromString('--semi-space-growth-factor=2');
}
