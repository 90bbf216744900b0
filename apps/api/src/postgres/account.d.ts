/** The operating system account that runs the database server. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}
/**
 * PostgreSQL refuses to run as root. Started by root, the server runs as this account, which owns
 * nothing else of worth.
 *
 * @returns undefined where this process is an ordinary user and simply runs the server itself.
 * @throws when root has no such account to lend.
 */
export declare function unprivilegedAccount(): Account | undefined;
/** Process options that run a program as the account (or as ourselves). */
export declare const runAs: (account: Account | undefined) => {
  uid?: number;
  gid?: number;
};
/** Can the account enter the folder? Asked by trying, so that ACLs and mounts count as well. */
export declare function canEnter(account: Account | undefined, folder: string): boolean;
//# sourceMappingURL=account.d.ts.map
