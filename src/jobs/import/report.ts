import { maxFigure } from '../../database/exact-figures.js';
import { countOf, formatCount, toTable } from '../../logging/format-count.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { describePageTimes } from '../../ingest/sources/helix/page-time.js';
import { ImportOptions, ImportSummary } from '../../ingest/ingest.js';
import { Reject } from '../../ingest/records/rejects.js';

const columns = ['read', 'inserted', 'updated', 'unchanged', 'repeated', 'rejected'] as const;

export function describeImport(summary: ImportSummary, { dryRun, pageTimes = [] }: ImportOptions): string {
  const rows = summary.kinds.map((kind) => [
    kind.kind,
    ...columns.map((column) => formatCount(kind[column])),
    kind.seconds.toFixed(1),
  ]);
  const lines = [toTable([['kind', ...columns, 'seconds'], ...rows], 1)];
  if (summary.kinds.some((kind) => kind.repeated > 0)) {
    lines.push('Repeated: the import used another record with the same key.');
  }
  lines.push(...describePageTimes(pageTimes));
  if (summary.derivedFigures > 0) {
    lines.push(`Computed the viewer figures of ${countOf(summary.derivedFigures, 'stream')} from viewer samples.`);
  }
  const outside = summary.kinds.reduce((sum, kind) => sum + (kind.outside ?? 0), 0);
  if (outside > 0) {
    lines.push(`Outside the time of the stream, and ignored in figures: ${countOf(outside, 'viewer sample')}.`);
  }
  if (summary.cappedFigures > 0) {
    lines.push(
      `The watchtime of ${countOf(summary.cappedFigures, 'stream')} is more than ${maxFigure}, and stored as this value.`,
    );
  }
  if (summary.forgotten > 0) {
    lines.push(`Skipped because the streamer is forgotten: ${countOf(summary.forgotten, 'record')}.`);
  }
  if (summary.rejectsPath) {
    lines.push(
      `The rejected records are in ${escapeControls(summary.rejectsPath)}. Correct them there and import that file.`,
    );
  }
  lines.push(dryRun ? 'Dry run: nothing was changed.' : `This was import ${summary.id}.`);
  return lines.join('\n');
}

export function describeRejects(first: readonly Reject[], count: number): string {
  const lines = first.map(describeReject);
  const more = count - lines.length;
  if (more > 0) lines.push(`... and ${formatCount(more)} more.`);
  return lines.join('\n');
}

function describeReject({ file, line, property, reason }: Reject): string {
  return escapeControls(`${file}:${line}: ${property === null ? '' : `${property}: `}${reason}`);
}
