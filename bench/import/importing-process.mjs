import { findInputs } from '../../dist/ingest/sources/files.js';
import { runImport } from '../../dist/ingest/ingest.js';
import { findKind } from '../../dist/ingest/kinds/kinds.js';
import { withOwner } from '../../dist/database/owner-client.js';

const [kind, file] = process.argv.slice(2);
await withOwner(process.env.DATABASE_URL, async (client) => {
  const { inputs } = await findInputs([file], { kind: findKind(kind) });
  const start = performance.now();
  const { rejected } = await runImport(client, inputs);
  const seconds = (performance.now() - start) / 1000;
  if (rejected > 0) throw new Error(`${rejected} records of ${file} were rejected`);
  console.log(JSON.stringify({ seconds, megabytes: Math.round(process.resourceUsage().maxRSS / 1024) }));
});
