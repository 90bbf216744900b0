import { type Account } from './account.ts';
/** Programs of the PostgreSQL that npm installed. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}
/**
 * Finds the server's programs, completes what an install without scripts leaves out, and copies
 * them to `shared` when the account that is to run them cannot reach them where npm put them.
 *
 * @param shared folder that every account can enter, used only if needed.
 * @throws when there is no server for this platform.
 */
export declare function findBinaries(account: Account | undefined, shared: string): Binaries;
//# sourceMappingURL=binaries.d.ts.map
