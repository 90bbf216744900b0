/** What a running server says of itself in `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  /** Accepts connections; false while it recovers or shuts down. */
  readonly ready: boolean;
}
/**
 * The server that runs on a data folder, whoever started it.
 * @returns undefined when there is none; a file left by a killed server counts as none.
 */
export declare function runningPostmaster(data: string): Postmaster | undefined;
/**
 * After a restart of the machine or the container, another process may have the number of the
 * server that once wrote `postmaster.pid`, and PostgreSQL then refuses to start. It makes an
 * exception for its own parent, and still checks that no server uses the old shared memory: so the
 * file is made to name this process, which is about to be that parent.
 */
export declare function disownStalePid(data: string): void;
export declare function isAlive(pid: number): boolean;
//# sourceMappingURL=postmaster.d.ts.map
