import type { TestServer } from './global-setup.js';

/** Stops the PostgreSQL that the setup started, and deletes its files. */
export default async function tearDown(): Promise<void> {
  const server: TestServer | undefined = globalThis.testServer;
  globalThis.testServer = undefined;
  await server?.stop();
}
