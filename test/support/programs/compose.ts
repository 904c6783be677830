import { readFileSync } from 'node:fs';
import { load, YAML11_SCHEMA } from 'js-yaml';

export interface ComposeService {
  build?: string | { context: string; target: string };
  command?: string[];
  environment?: Record<string, string | number | null>;
  ports?: string[];
  profiles?: string[];
  volumes?: string[];
  [setting: string]: unknown;
}

type Environment = Record<string, string | undefined>;

/** The services that docker compose starts with this `.env`. */
export function composeServices(env: Environment = {}, path = 'docker-compose.yml'): Record<string, ComposeService> {
  const substitute = (_key: string, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/\$\{(\w+):[-?]([^}]*)\}/g, (_all, name: string, otherwise: string) => env[name] || otherwise)
      : value;
  const file = load(readFileSync(path, 'utf8'), { schema: YAML11_SCHEMA });
  return (JSON.parse(JSON.stringify(file), substitute) as { services: Record<string, ComposeService> }).services;
}

/** The environment of a service's process with this `.env`. A variable without a value in the file comes from `.env`. */
export function composedEnvironment(name: string, env: Environment = {}): Environment {
  const { environment = {} } = composeServices(env)[name] ?? {};
  const values = Object.entries(environment).map(([key, value]) => [key, value === null ? env[key] : String(value)]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Environment;
}
