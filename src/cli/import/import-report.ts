import { ImportSummary } from './import-summary.js';
import { Reject } from './reject-log.js';

const columns = ['read', 'inserted', 'updated', 'unchanged', 'repeated', 'rejected'] as const;

/** What an import did, as a table with a line a kind and sentences below it. */
export function describeImport(summary: ImportSummary, isDryRun: boolean): string {
  const rows = summary.kinds.map((kind) => [
    kind.kind,
    ...columns.map((column) => formatCount(kind[column])),
    kind.seconds.toFixed(1),
  ]);
  const lines = [toTable([['kind', ...columns, 'seconds'], ...rows])];
  if (summary.kinds.some((kind) => kind.repeated > 0)) {
    lines.push('Repeated: another record with the same key counts instead of these.');
  }
  if (summary.derivedFigures > 0) {
    lines.push(`Computed the viewer figures of ${formatCount(summary.derivedFigures)} streams from their samples.`);
  }
  if (summary.rejectsPath) lines.push(`What was rejected is in ${summary.rejectsPath}. Repair it there and import it.`);
  if (isDryRun) lines.push('A dry run: nothing was changed.');
  return lines.join('\n');
}

/** The first records that were rejected, a line each. */
export function describeRejects(summary: ImportSummary): string {
  const lines = summary.firstRejects.map(describeReject);
  const more = summary.rejected - lines.length;
  if (more > 0) lines.push(`... and ${formatCount(more)} more.`);
  return lines.join('\n');
}

function describeReject({ file, line, property, reason }: Reject): string {
  const text = `${file}:${line}: ${property === null ? '' : `${property}: `}${reason}`;
  // What a file holds must not control the terminal.
  return text.replace(/\p{Cc}/gu, '\uFFFD');
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

function toTable(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
    )
    .map((cells) => cells.join('  '))
    .join('\n');
}
