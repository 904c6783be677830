import { setTimeout as sleep } from 'node:timers/promises';

/** Commands that change data, some of them killed. */
export function dataFaults({ stage, data, random }) {
  return {
    'import killed': async () => {
      const { command } = data.beginImport();
      await sleep(random() * 1_000);
      command.child.kill('SIGKILL');
      await command.ended;
    },
    import: () => data.importNext(),
    refresh: () => stage.command(['refresh']).succeeded(),
    prune: () => data.prune(),
  };
}
