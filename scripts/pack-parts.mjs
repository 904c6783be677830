/**
 * Distributes files to parts that take about the same time: longest file first, each to the part with the least time so far.
 * Returns the parts, longest first. `seconds` has the durations of earlier runs; other files count as a second.
 */
export function packParts(files, parts, seconds) {
  const secondsOf = (file) => seconds[file] ?? 1;
  const packed = Array.from({ length: parts }, () => ({ total: 0, files: [] }));
  for (const file of [...files].sort((a, b) => secondsOf(b) - secondsOf(a))) {
    const shortest = packed.reduce((least, part) => (part.total < least.total ? part : least));
    shortest.files.push(file);
    shortest.total += secondsOf(file);
  }
  return packed.sort((a, b) => b.total - a.total);
}
