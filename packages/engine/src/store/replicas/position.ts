import type { Session, Statement } from '../connection/statement.ts';

/** A moment of a database: everything that was committed until then. */
export interface Position {
  /** Position in the write-ahead log, as PostgreSQL writes it: `0/16B3748`. */
  readonly lsn: string;
  /** Installation whose database it is. */
  readonly installation: string;
}

/** State of a replica compared with a position. */
export interface Standing {
  /** Does it only repeat what the primary writes? */
  readonly isStandby: boolean;
  readonly isOwn: boolean;
  /** Bytes of the log between it and the position; negative where it is ahead. */
  readonly lagBytes: number;
}

/**
 * The position that holds every commit of which anybody has heard: a commit is on the disk before it is answered or
 * announced. Where the server answers earlier (`synchronous_commit = off`), the end of all that was ever written.
 */
export const positionStatement: Statement = {
  sql: `select (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
      else pg_current_wal_flush_lsn() end)::text as lsn, id::text as installation from installation`,
  parameters: [],
};

/**
 * Compares a replica with a position. A standby that tells no position has none of it.
 * @throws the error of a database without our tables
 */
export const standingOf = async (
  session: Session,
  { lsn, installation }: Position,
): Promise<Standing> => {
  const [standing] = await session.query<Standing>({
    sql: `select pg_is_in_recovery() as "isStandby",
        coalesce((select id::text from installation) = $2, false) as "isOwn",
        pg_wal_lsn_diff($1::pg_lsn, coalesce(pg_last_wal_replay_lsn(), '0/0'))::float8 as "lagBytes"`,
    parameters: [lsn, installation],
  });
  return standing as Standing;
};
