const oldestVersion = 15;

/** Properties of a database and its owner's role. */
export interface DatabaseFacts {
  version: number;
  encoding: string;
  role: string;
  has_schema: boolean;
  may_create: boolean;
}

/** SQL for {@link DatabaseFacts}. */
export const databaseFacts = `
  SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
    quote_ident(current_user) AS role, to_regnamespace('public') IS NOT NULL AS has_schema,
    has_schema_privilege(to_regnamespace('public')::oid, 'CREATE') IS TRUE AS may_create`;

/** SQL for the names of some tables and views of the schema that no extension created. */
export const someRelations = `
  SELECT c.relname AS name FROM pg_catalog.pg_class c
  WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
    AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
  ORDER BY c.relname LIMIT 3`;

/** Explains why the service cannot use a database, and how to fix this. */
export function reasonAgainst({ version, encoding }: DatabaseFacts): string | undefined {
  if (version < oldestVersion) {
    return `The database server is PostgreSQL ${version}. Use PostgreSQL ${oldestVersion} or a later version.`;
  }
  if (encoding === 'UTF8') return undefined;
  return (
    `The encoding of the database is ${encoding}, but must be UTF8. ` +
    `Create a database with ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it.`
  );
}

/** Explains why tables cannot be created in a database, and how to fix this. */
export function reasonAgainstTables({ role, has_schema, may_create }: DatabaseFacts): string | undefined {
  if (!has_schema) return 'The database has no schema public. Run CREATE SCHEMA public in it.';
  if (may_create) return undefined;
  return (
    `The role ${role} cannot create tables in the schema public. ` +
    `Run GRANT CREATE ON SCHEMA public TO ${role} as the owner of the database, or set DATABASE_URL to that owner.`
  );
}

/** Explains how to handle a database that contains other tables or views. */
export function reasonAgainstOthers(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return (
    `The schema public of the database contains other objects (${names.join(', ')}). ` +
    'Create a separate database for the service, and set DATABASE_URL to it.'
  );
}
