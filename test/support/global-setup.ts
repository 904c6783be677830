import { readdirSync, rmSync } from 'node:fs';
import Module from 'node:module';
import path from 'node:path';
import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres.js';

/** State that the setup of the run passes to its teardown. */
export interface TestServer {
  stop(): Promise<void>;
}

declare global {
  var testServer: TestServer | undefined;
}

/**
 * Starts one PostgreSQL for the whole run, with a migrated database to clone. Every project with this setup calls it; the
 * first call starts the server. The first suite that needs the seed creates a template with it (seeded-database.ts).
 */
export default async function setUp(): Promise<void> {
  if (globalThis.testServer) return;
  resolveTypeScript();
  const { default: generate } = await import('./generate.js');
  generate();
  const { EmbeddedPostgres } = await import('../../src/embedded-postgres/embedded-postgres.js');
  await removeRemains(EmbeddedPostgres);
  const { makeServerFolder } = await import('./database/server-folder.js');
  const folder = makeServerFolder();
  const { writtenRelease } = await import('../../src/database/session-settings.js');
  // Sessions of tests write without the settings of commands.
  const settings = { 'analytics.release': writtenRelease };
  const server = await EmbeddedPostgres.start({ dataDir: folder, durable: false, settings });
  globalThis.testServer = { stop: () => discard(server, folder) };
  stopOnSignals(globalThis.testServer);
  process.env.TEST_DATABASE_URL = server.url;
  process.env.TEST_TEMPLATE = 'template_migrated';
  process.env.TEST_SEEDED_TEMPLATE = 'template_seeded';
  try {
    await createTemplate(server.url, process.env.TEST_TEMPLATE);
  } catch (error) {
    await globalThis.testServer.stop();
    throw error;
  }
}

async function createTemplate(adminUrl: string, name: string): Promise<void> {
  const { runAsAdmin, urlOfDatabase } = await import('./database/test-database.js');
  const { migrateDatabase } = await import('../../src/database/migrations/migrator.js');
  await runAsAdmin(`CREATE DATABASE ${name}`);
  await migrateDatabase(urlOfDatabase(adminUrl, name));
  // An open session would prevent cloning.
  await runAsAdmin(`ALTER DATABASE ${name} IS_TEMPLATE true ALLOW_CONNECTIONS false`);
}

/** Jest compiles the imports of a setup, but Node resolves them, and Node does not resolve `x.js` to `x.ts`. */
function resolveTypeScript(): void {
  const loader = Module as unknown as { _resolveFilename(request: string, ...rest: unknown[]): string };
  const resolve = loader._resolveFilename.bind(loader);
  loader._resolveFilename = (request, ...rest) => {
    try {
      return resolve(request, ...rest);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(request)) throw error;
      return resolve(request.replace(/\.js$/, '.ts'), ...rest);
    }
  };
}

async function discard(server: EmbeddedPostgres, folder: string): Promise<void> {
  await server.stop();
  rmSync(path.dirname(server.filesDir), { recursive: true, force: true });
  rmSync(folder, { recursive: true, force: true });
}

/** Servers left by killed runs. */
async function removeRemains(launcher: typeof EmbeddedPostgres): Promise<void> {
  const { processStart } = await import('../../scripts/processes.mjs');
  const { parentOfServerFolders, serverFolderPrefix: prefix } = await import('./database/server-folder.js');
  const parent = parentOfServerFolders();
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const pid = Number(name.slice(prefix.length).split('-')[0]);
    const folder = path.join(parent, name);
    if (processStart(pid) !== null) continue;
    const server = await launcher.start({ dataDir: folder, durable: false }).catch(() => null);
    // Null if the folder belongs to another user.
    if (server) await discard(server, folder);
  }
}

function stopOnSignals(server: TestServer): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void server.stop().finally(() => process.exit(1)));
  }
}
