import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from '../failure.ts';

/** The operating system account that runs the database server. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * Returns the account as which the server runs if root starts it, since PostgreSQL refuses to run
 * as root.
 *
 * @returns undefined if this process is an ordinary user and runs the server itself.
 * @throws Failure when no suitable account exists.
 */
export function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [name, , uid, gid] = line?.split(':') ?? [];
  if (!name || !uid || !gid) {
    throw new Failure(
      'The embedded database cannot run as root, and there is no account "nobody" to run it as. Start as an ordinary user, or give DATABASE_URL.',
    );
  }
  return { name, uid: Number(uid), gid: Number(gid) };
}

/**
 * Returns process options that run a program as the account, or as the current user if undefined.
 */
export const processOwnerOptions = (
  account: Account | undefined,
): { uid?: number; gid?: number } => (account ? { uid: account.uid, gid: account.gid } : {});

/**
 * True if the account can enter the folder. Tested by trying, so that ACLs and mounts count as
 * well.
 */
export function canEnterFolder(account: Account | undefined, folder: string): boolean {
  if (!account) return true;
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    cwd: '/',
    stdio: 'ignore',
    ...processOwnerOptions(account),
  });
  return status === 0;
}
