import { maxFigure } from '../../database/exact-figures.js';
import { formatQuantity, formatCount, toTable } from '../../logging/format-count.js';
import { escapeControls } from '../../ingest/escape-controls.js';
import { describePageTimes, PageTime } from '../../ingest/sources/helix/page-time.js';
import { ImportSummary } from '../../ingest/ingest.js';
import { describeReject, Reject } from '../../ingest/records/rejects.js';

const columns = ['read', 'inserted', 'updated', 'unchanged', 'repeated', 'rejected'] as const;

/** `pageTimes` are the observation times of Helix pages without a time of their own. */
export function describeImport(
  summary: ImportSummary,
  { dryRun = false, pageTimes = [] }: { dryRun?: boolean; pageTimes?: readonly PageTime[] },
): string {
  const rows = summary.kinds.map((kind) => [
    kind.kind,
    ...columns.map((column) => formatCount(kind[column])),
    kind.seconds.toFixed(1),
  ]);
  const sumOf = (column: 'repeated' | 'outside') => summary.kinds.reduce((sum, kind) => sum + (kind[column] ?? 0), 0);
  const { derivedFigures: derived, cappedFigures: capped, forgotten, rejectsPath = '' } = summary;
  const outside = sumOf('outside');
  const lines = [
    toTable([['kind', ...columns, 'seconds'], ...rows], 1),
    sumOf('repeated') > 0 && 'Repeated: the import used another record with the same key.',
    ...describePageTimes(pageTimes),
    derived > 0 && `Computed the viewer figures of ${formatQuantity(derived, 'stream')} from viewer samples.`,
    outside > 0 &&
      `Outside the time of the stream, and ignored in figures: ${formatQuantity(outside, 'viewer sample')}.`,
    capped > 0 &&
      `The watchtime of ${formatQuantity(capped, 'stream')} is more than ${maxFigure}, and stored as this value.`,
    forgotten > 0 && `Skipped because the streamer is forgotten: ${formatQuantity(forgotten, 'record')}.`,
    rejectsPath &&
      `The rejected records are in ${escapeControls(rejectsPath)}. Correct them there and import that file.`,
    dryRun ? 'Dry run: nothing was changed.' : `This was import ${summary.id}.`,
  ];
  return lines.filter(Boolean).join('\n');
}

export function describeRejects(first: readonly Reject[], count: number): string {
  const lines = first.map((reject) => escapeControls(describeReject(reject)));
  const more = count - lines.length;
  if (more > 0) lines.push(`... and ${formatCount(more)} more.`);
  return lines.join('\n');
}
