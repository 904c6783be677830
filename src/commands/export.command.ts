import { Command } from 'commander';
import { CommandRun } from '../lifecycle/command-run.js';
import { formatQuantity } from '../logging/format-count.js';
import { runAsOwner } from '../database/owner-client.js';
import { prepareFolder } from '../jobs/export/export-folder.js';
import { LeftOutRows, writeExport } from '../jobs/export/write-export.js';

const details = `
Examples:
  npm run export -- dump
  npm run export -- --gzip dump        smaller files
  npm run import -- dump               into another database

Exit codes: 0 if all files were written, 2 for invalid usage, 3 if the database or the disk fails, 130 if it was interrupted.`;

export function exportCommand(run: CommandRun): Command {
  return new Command('export')
    .summary('write all records to files that npm run import reads')
    .description(
      'Writes a consistent snapshot of all records to a folder, with one NDJSON file per kind. The service and the other commands continue during the export. npm run import reads the folder.',
    )
    .argument('<folder>', 'the folder; it is created if it does not exist')
    .option('--gzip', 'compress the files')
    .option('--replace', 'replace the files of an earlier export in the folder')
    .addHelpText('after', details)
    .action(async (folder: string, { gzip, replace = false }: { gzip?: boolean; replace?: boolean }) => {
      await prepareFolder(folder, replace);
      const onFile = (kind: string, rows: number) => run.log(`${kind}: ${formatQuantity(rows, 'record')}.`);
      await runAsOwner(run, 'Nothing was exported.', async (client) => {
        const left = await writeExport(client, folder, { isPacked: gzip, onFile });
        run.log(`Wrote the files to ${folder}.${describeLeft(left)}`);
      });
    });
}

function describeLeft({ streams, events, forgotten }: LeftOutRows): string {
  const left = [
    streams > 0 &&
      `The files contain ${formatQuantity(streams, 'stream')} with pruned samples. An import keeps the figures of these streams and does not compute them again.`,
    events > 0 && `The files do not contain the viewers of ${formatQuantity(events, 'event')} with pruned samples.`,
    forgotten > 0 && `The files do not record that ${formatQuantity(forgotten, 'streamer')} must stay forgotten.`,
  ].filter(Boolean);
  return left.length === 0 ? '' : `\n${left.join('\n')}\nnpm run backup keeps all of this.`;
}
