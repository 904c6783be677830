export function packParts(
  files: readonly string[],
  parts: number,
  seconds: Readonly<Record<string, number>>,
): { total: number; files: string[] }[];
