import { execFileSync } from 'node:child_process';

// Import this file before the client, whose generated part is not in git.
execFileSync(process.execPath, ['scripts/generate-client.mjs'], { stdio: 'inherit' });
