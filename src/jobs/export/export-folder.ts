import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../ingest/errors.js';
import { errorMessage } from '../../logging/error-message.js';
import { findInputs } from '../../ingest/sources/files.js';
import { kindNames } from '../../ingest/kinds/kinds.js';

export function nameExportFile(kind: string, isPacked: boolean): string {
  return `${kind}.ndjson${isPacked ? '.gz' : ''}`;
}

/** The names of all files that an export may write. */
export const exportedNames = kindNames.flatMap((kind) => [nameExportFile(kind, false), nameExportFile(kind, true)]);

/**
 * Creates the folder of an export if it does not exist. Throws a UsageError if it is not empty or, with `mayReplace`,
 * if it contains import files that no export has written: an import of the folder would read them too.
 */
export async function prepareFolder(folder: string, mayReplace: boolean): Promise<void> {
  // An export that was killed has left partial files.
  const others = (await listFolder(folder)).filter((name) => !name.endsWith('.partial'));
  if (others.length === 0) return;
  if (!mayReplace) {
    throw new UsageError(
      `${folder} is not empty. Specify another folder, or replace the files of an earlier export with --replace.`,
    );
  }
  const { inputs } = await findInputs([folder]).catch(() => ({ inputs: [] }));
  const foreign = inputs.map(({ name }) => path.basename(name)).find((name) => !exportedNames.includes(name));
  if (foreign === undefined) return;
  throw new UsageError(
    `${folder} contains ${foreign}, which an import of the folder would also read. Specify another folder.`,
  );
}

async function listFolder(folder: string): Promise<string[]> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UsageError(`Folder does not exist: ${path.dirname(folder)}.`);
    if (code !== 'EEXIST') throw new UsageError(errorMessage(error));
  }
  return readdir(folder).catch(() => {
    throw new UsageError(`${folder} is not a readable folder.`);
  });
}
