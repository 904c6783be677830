import { MultiBar, Presets } from 'cli-progress';
import { ImportProgress } from './import-progress.js';

/** Where progress and messages go. */
export interface ProgressDisplay {
  log(this: void, line: string): void;
  stop(this: void): void;
}

const barEveryMs = 200;
const lineEveryMs = 5_000;

/** Shows progress on standard error: as a bar in a terminal, else as a line now and then. */
export function showProgress(progress: ImportProgress, stream: NodeJS.WriteStream = process.stderr): ProgressDisplay {
  return stream.isTTY ? showBar(progress, stream) : showLines(progress);
}

function showLines(progress: ImportProgress): ProgressDisplay {
  const timer = setInterval(() => console.error(`${progress.toString()}.`), lineEveryMs);
  return { log: (line) => console.error(line), stop: () => clearInterval(timer) };
}

function showBar(progress: ImportProgress, stream: NodeJS.WriteStream): ProgressDisplay {
  const bars = new MultiBar({ stream, clearOnComplete: true, hideCursor: true, barsize: 24 }, Presets.shades_classic);
  const format = progress.share === undefined ? '{progress}' : '{bar} {progress}';
  const bar = bars.create(1000, 0, { progress: '' }, { format });
  const update = () => bar.update(Math.round((progress.share ?? 0) * 1000), { progress: progress.toString() });
  const timer = setInterval(update, barEveryMs);
  return {
    log: (line) => bars.log(`${line}\n`),
    stop() {
      clearInterval(timer);
      bars.stop();
    },
  };
}
