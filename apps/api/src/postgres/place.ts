import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDataDir } from '../env.ts';
import { Failure } from '../failure.ts';
import { type Account, canEnterFolder, unprivilegedAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';

/** Folder of a cluster and the account that runs it. */
export interface ClusterFolder {
  /** Account that runs the server; undefined: the account of this process. */
  readonly account: Account | undefined;
  readonly binaries: Binaries;
  /** Folder of the cluster (`PGDATA`); absent until initialised. */
  readonly data: string;
  /** Folder of the socket; only the account can enter it. */
  readonly run: string;
  /** Folder that contains `data` and `run`. */
  readonly home: string;
}

/**
 * Folder that replaces `DATA_DIR/postgres` if root starts the server and its account cannot enter
 * `DATA_DIR`.
 */
const fallbackFolder = '/var/lib/keyan';

/**
 * Chooses the folder of the embedded cluster: `DATA_DIR/postgres`, or, if the account that runs the
 * server cannot enter it, a folder under `/var/lib/keyan`, whose path is stored in
 * `DATA_DIR/postgres.path`.
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
  return { account, binaries: findBinaries(account, fallbackFolder), data, run, home };
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
  const home = join(fallbackFolder, randomBytes(6).toString('hex'));
  mkdirSync(fallbackFolder, { recursive: true, mode: 0o755 });
  writeFileSync(pointer, `${home}\n`, { mode: 0o600 });
  say(`${dataDir} is closed to the account "${account?.name}" that runs the database.`);
  say(`The database is kept in ${home}.`);
  return home;
}

/**
 * Returns the account that owns an existing cluster: root may run a cluster that an ordinary user
 * made.
 */
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
