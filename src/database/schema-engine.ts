import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  bindMigrationAwareSqlAdapterFactory,
  SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';

// Node has it, but its types for Node 20 do not say so.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

type Bindings = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loading: Promise<Bindings> | undefined;

/** Prisma's schema engine over the given adapter, for the given schema file. */
export async function createSchemaEngine(
  schemaPath: string,
  adapters: SqlMigrationAwareDriverAdapterFactory,
): Promise<SchemaEngine> {
  // Once a process: its bindings keep one instance, and promises of an earlier one would call into the later.
  const { SchemaEngine: Engine } = await (loading ??= loadBindings());
  const datamodels: [string, string][] = [[schemaPath, await readFile(schemaPath, 'utf8')]];
  return Engine.new({ datamodels }, () => {}, bindMigrationAwareSqlAdapterFactory(adapters));
}

/** The engine is published as WebAssembly for bundlers, without a loader for Node, which is what this is. */
async function loadBindings(): Promise<Bindings> {
  const bindingsPath = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(bindingsPath.replace(/\.js$/, '.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': withIdleTimers(bindings) });
  (bindings.__wbg_set_wasm as (exports: object) => void)(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

/** The engine leaves a timer of ten seconds behind, for which no process should stay. */
function withIdleTimers(bindings: Bindings): object {
  const isSetTimeout = (name: string) => name.startsWith('__wbg_setTimeout_');
  const setIdleTimeout = (callback: () => void, ms: number) => setTimeout(callback, ms).unref();
  return Object.fromEntries(
    Object.entries(bindings).map(([name, value]) => [name, isSetTimeout(name) ? setIdleTimeout : (value as unknown)]),
  );
}
