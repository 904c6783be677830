import { Command } from 'commander';
import { asCalledHere } from '../../config/as-called-here.js';
import { countOf } from '../format-count.js';
import { runAsOwner } from '../owner-client.js';
import { prepareFolder } from './export-folder.js';
import { NotExported, writeExport } from './write-export.js';

const details = `
Examples:
  npm run export -- dump
  npm run export -- --gzip dump        smaller files
  npm run import -- dump               into another database

Exit codes: 0 if all files are there, 2 for bad usage, 3 if the database or the disk fails, 130 if it was interrupted.`;

export function exportCommand(databaseUrl: () => string): Command {
  return new Command('export')
    .summary('write all records into files that import reads')
    .description(
      'Writes all records, as of one moment, into a folder, with a file of NDJSON for each kind. The service and the other commands go on meanwhile. npm run import reads the folder.',
    )
    .argument('<folder>', 'the folder, which is made if there is none')
    .option('--gzip', 'pack the files')
    .option('--replace', 'replace the files of an earlier export in the folder')
    .addHelpText('after', details)
    .action(async (folder: string, { gzip = false, replace = false }: { gzip?: boolean; replace?: boolean }) => {
      await prepareFolder(folder, replace);
      await exportInto(databaseUrl(), folder, gzip);
    });
}

async function exportInto(databaseUrl: string, folder: string, isPacked: boolean): Promise<void> {
  await runAsOwner(databaseUrl, 'Nothing was exported.', async (client) => {
    const left = await writeExport(client, folder, {
      isPacked,
      onFile: (kind, rows) => console.log(`${kind}: ${countOf(rows, 'record')}.`),
    });
    console.log(asCalledHere(`Wrote the files to ${folder}.${describeLeft(left)}`));
  });
}

function describeLeft({ streams, events, forgotten }: NotExported): string {
  const left = [
    ...(streams > 0
      ? [`The figures of ${countOf(streams, 'stream')} with pruned samples are fixed in the files.`]
      : []),
    ...(events > 0 ? [`The viewers of ${countOf(events, 'event')} with pruned samples are not in the files.`] : []),
    ...(forgotten > 0 ? [`That ${countOf(forgotten, 'streamer')} shall stay forgotten is not in the files.`] : []),
  ];
  return left.length === 0 ? '' : `\n${left.join('\n')}\nnpm run backup keeps all of it.`;
}
