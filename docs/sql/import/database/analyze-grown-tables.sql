SELECT c.oid::regclass::text AS name
    FROM pg_catalog.pg_stat_xact_user_tables x
    JOIN pg_catalog.pg_class c ON c.oid = x.relid AND c.relnamespace = current_schema()::regnamespace
    WHERE x.n_tup_ins > 0
      AND pg_relation_size(c.oid) > greatest(2 * c.relpages * current_setting('block_size')::bigint, 131072);
