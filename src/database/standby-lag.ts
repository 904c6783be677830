/** What a server tells of itself. */
export interface ServerState {
  is_standby: boolean;
  /** Whether a standby is connected to its primary, and has replayed all that it received. */
  is_caught_up: boolean;
  /** Since the last transaction that a standby replayed; null where it has replayed none since its start. */
  replayed_ago_ms: number | null;
}

/**
 * SQL for {@link ServerState}, for every user: what a standby receives is only shown to members of pg_monitor, but everybody sees
 * whether there is a process that receives.
 */
export const serverStateSql = `
  SELECT pg_is_in_recovery() AS is_standby,
    pg_is_in_recovery() AND EXISTS (SELECT FROM pg_catalog.pg_stat_wal_receiver r)
      AND pg_last_wal_replay_lsn() >= pg_last_wal_receive_lsn() IS TRUE AS is_caught_up,
    (date_part('epoch', clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 AS replayed_ago_ms`;

/**
 * How far a standby is behind. The age of the last replayed transaction says too much while nothing is written, so it is never
 * more than the time since the standby was last seen to have everything. A standby that has lost its primary, and cannot know
 * what it lacks, falls behind from that moment on.
 */
export class StandbyLag {
  private caughtUpAtMs: number | undefined;

  /** The lag in milliseconds at a moment of the monotonic clock; Infinity if nothing is known of it. */
  measure({ is_standby, is_caught_up, replayed_ago_ms }: ServerState, nowMs: number): number {
    if (!is_standby || is_caught_up) {
      this.caughtUpAtMs = nowMs;
      return 0;
    }
    const sinceCaughtUpMs = this.caughtUpAtMs === undefined ? Infinity : nowMs - this.caughtUpAtMs;
    return Math.max(0, Math.min(replayed_ago_ms ?? Infinity, sinceCaughtUpMs));
  }
}
