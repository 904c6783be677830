import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  bindMigrationAwareSqlAdapterFactory,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

// Node provides WebAssembly, but the types for Node 20 do not declare it.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loading: Promise<Bindings> | undefined;

/** Starts Prisma's schema engine with the given adapter and schema file. */
export async function createSchemaEngine(
  schemaPath: string,
  adapters: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  // Load once per process: the bindings have one instance, and earlier promises would call a later one.
  const { SchemaEngine: Engine } = await (loading ??= loadBindings());
  const datamodels: [string, string][] = [[schemaPath, await readFile(schemaPath, 'utf8')]];
  return Engine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapters));
}

/** Loads the engine in Node. Prisma publishes it as WebAssembly for bundlers, without a loader for Node. */
async function loadBindings(): Promise<Bindings> {
  const bindingsPath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(bindingsPath.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': withIdleTimers(bindings) });
  (bindings.__wbg_set_wasm as (exports: object) => void)(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

/** The engine leaves a ten-second timer behind, which must not keep the process alive. */
function withIdleTimers(bindings: Bindings): object {
  const isSetTimeout = (name: string) => name.startsWith('__wbg_setTimeout_');
  const setIdleTimeout = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [name, isSetTimeout(name) ? setIdleTimeout : (value as unknown)]),
  );
}
