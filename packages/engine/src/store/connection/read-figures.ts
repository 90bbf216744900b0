/**
 * State of a replica for this process. Every state but `used` leaves it out until the next look at it:
 * `away` (does not answer, or failed a read), `behind` (lacks commits that reads wait for), `conflict` (stopped a read that
 * stood in the way of its recovery), `primary` (writes by itself: promoted, or no replica at all), `stranger` (a database
 * of another installation).
 */
export type ReplicaState = 'used' | 'away' | 'behind' | 'conflict' | 'primary' | 'stranger';

/** A replica as this process sees it. */
export interface ReplicaFigures {
  /** Host and port, without the login. */
  readonly name: string;
  readonly state: ReplicaState;
  /** Bytes of the log that it had not replayed at the last look; null where it did not tell. */
  readonly lagBytes: number | null;
  /** Heavy reads that it answered since the process started. */
  readonly reads: number;
}

/** Heavy reads of a process by the database that answered. */
export interface ReadFigures {
  /** Reads that the main database answered. */
  readonly primary: number;
  readonly replicas: readonly ReplicaFigures[];
}
