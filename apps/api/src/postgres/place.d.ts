import { type Account } from './account.ts';
import { type Binaries } from './binaries.ts';
/** Where a cluster lives and who runs it. */
export interface Place {
  /** Runs the server; undefined: this process's own account. */
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  /** The cluster itself (`PGDATA`); absent until it is initialised. */
  readonly data: string;
  /** Folder of the socket, open to the account alone. */
  readonly run: string;
  /** Holds all of these. */
  readonly home: string;
}
/**
 * Settles where the embedded cluster of a data folder lives: `DATA_DIR/postgres`, unless the account
 * that runs the server cannot get there; then a folder under `/var/lib/keyan`, which
 * `DATA_DIR/postgres.path` names from then on.
 */
export declare function settlePlace(dataDir: string, say: (line: string) => void): Place;
//# sourceMappingURL=place.d.ts.map
