import examples from '../../../src/server/openapi/openapi-examples.json' with { type: 'json' };

/** The path of an operation's example, by operation ID. The seed has data for each, also hours after seeding. */
export const examplePaths: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(examples).map(([operation, { path }]) => [operation, path]),
);

/** The path of each operation that reads data, with the default limit. */
export const seededPaths: readonly string[] = Object.values(examplePaths)
  .filter((path) => !path.startsWith('/v1/health/'))
  .map((path) => path.replace(/limit=\d+&?/, '').replace(/\?$/, ''));

/** The i-th path, modulo the number of paths. */
export function seededPath(i: number): string {
  return seededPaths[i % seededPaths.length] ?? '';
}
