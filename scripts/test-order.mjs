import TestSequencer from '@jest/test-sequencer';

/** Starts the longest parts first, so that none is left at the end. */
export default class TestOrder extends TestSequencer {
  sort(tests) {
    const secondsOf = ({ context }) => context.config.globals.expectedSeconds ?? 0;
    return [...tests].sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}
