INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, NULL, $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.created_at) FROM staging_viewer_samples t), $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.created_at) FROM staging_follower_points t), $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.started_at) FROM staging_streams t), $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;

INSERT INTO data_summary AS d (kind, row_count, newest, changed_at)
    VALUES ($1, $2, (SELECT max(t.started_at) FROM staging_colab_sessions t), $3)
    ON CONFLICT (kind) DO UPDATE
    SET row_count = d.row_count + excluded.row_count,
      newest = greatest(d.newest, excluded.newest),
      changed_at = excluded.changed_at;
