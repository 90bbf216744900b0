import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../env.ts';
import { Failure } from '../failure.ts';
import { type Account, canEnterFolder, unprivilegedAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';

/** Folder of a cluster and the account that runs it. */
export interface ClusterFolder {
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

/** Used only by root, when folders above `DATA_DIR` are closed to the server's account. */
const reachable = '/var/lib/keyan';

/**
 * Settles where the embedded cluster of a data folder lives: `DATA_DIR/postgres`, unless the account
 * that runs the server cannot get there; then a folder under `/var/lib/keyan`, which
 * `DATA_DIR/postgres.path` names from then on.
 */
export function chooseClusterFolder(dataDir: string, say: (line: string) => void): ClusterFolder {
  makeDataDir(dataDir);
  const lent = unprivilegedAccount();
  const home = findHome(dataDir, lent, say);
  const data = join(home, 'data');
  const account = ownerOf(data, lent);
  const run = join(home, 'run');
  for (const folder of [home, run]) {
    if (existsSync(folder)) continue;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  if (!canEnterFolder(account, home)) {
    throw new Failure(
      `The database in ${home} runs as user ${account?.uid}, who cannot enter that folder any more. Let the folders above be passed (chmod o+x).`,
    );
  }
  return { account, binaries: findBinaries(account, reachable), data, run, home };
}

function findHome(
  dataDir: string,
  account: Account | undefined,
  say: (line: string) => void,
): string {
  const pointer = join(dataDir, 'postgres.path');
  if (existsSync(pointer)) return readFileSync(pointer, 'utf8').trim();
  const usual = join(dataDir, 'postgres');
  if (existsSync(usual) || canEnterFolder(account, dataDir)) return usual;
  const home = join(reachable, randomBytes(6).toString('hex'));
  mkdirSync(reachable, { recursive: true, mode: 0o755 });
  writeFileSync(pointer, `${home}\n`, { mode: 0o600 });
  say(`${dataDir} is closed to the account "${account?.name}" that runs the database.`);
  say(`The database is kept in ${home}.`);
  return home;
}

/** An existing cluster goes on as its owner: root may serve what an ordinary user began. */
function ownerOf(data: string, lent: Account | undefined): Account | undefined {
  if (!existsSync(data)) return lent;
  const { uid, gid } = statSync(data);
  if (lent) return uid === 0 ? lent : { name: String(uid), uid, gid };
  if (process.getuid && uid !== process.getuid()) {
    throw new Failure(
      `The database folder ${data} belongs to user ${uid}. Start as that user or as root, or choose another DATA_DIR.`,
    );
  }
  return undefined;
}
