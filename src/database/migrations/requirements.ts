const oldestVersion = 15;

/** Properties of a database and its owner's role. */
export interface DatabaseFacts {
  version: number;
  encoding: string;
  role: string;
  has_schema: boolean;
  may_create: boolean;
  has_history: boolean;
  /** Some tables and views of the schema that no extension created. */
  relations: string[];
}

/** SQL for {@link DatabaseFacts}. */
export const databaseFacts = `
  SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_encoding') AS encoding,
    quote_ident(current_user) AS role, to_regnamespace('public') IS NOT NULL AS has_schema,
    has_schema_privilege(to_regnamespace('public')::oid, 'CREATE') IS TRUE AS may_create,
    to_regclass('_prisma_migrations') IS NOT NULL AS has_history,
    ARRAY(
      SELECT c.relname::text FROM pg_catalog.pg_class c
      WHERE c.relnamespace = to_regnamespace('public') AND c.relkind IN ('r', 'p', 'v', 'm', 'f')
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.relname LIMIT 3
    ) AS relations`;

/** Explains why the service cannot use a database, and how to fix this. */
export function reasonAgainst({ version, encoding }: Pick<DatabaseFacts, 'version' | 'encoding'>): string | undefined {
  if (version < oldestVersion) {
    return `The database server is PostgreSQL ${version}. Use PostgreSQL ${oldestVersion} or a later version.`;
  }
  if (encoding === 'UTF8') return undefined;
  return (
    `The encoding of the database is ${encoding}, but must be UTF8. ` +
    `Create a database with ENCODING 'UTF8' TEMPLATE template0, and set DATABASE_URL to it.`
  );
}

/** Explains why migrations cannot be applied to a database, and how to fix this. */
export function reasonAgainstTables(facts: DatabaseFacts): string | undefined {
  const { role, relations } = facts;
  if (!facts.has_schema) return 'The database has no schema public. Run CREATE SCHEMA public in it.';
  if (!facts.may_create) {
    return (
      `The role ${role} cannot create tables in the schema public. ` +
      `Run GRANT CREATE ON SCHEMA public TO ${role} as the owner of the database, or set DATABASE_URL to that owner.`
    );
  }
  if (facts.has_history || relations.length === 0) return undefined;
  return (
    `The schema public of the database contains other objects (${relations.join(', ')}). ` +
    'Create a separate database for the service, and set DATABASE_URL to it.'
  );
}
