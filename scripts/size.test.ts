import { globSync, lstatSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

/** MB that a running installation may take: packages, sources, built page and bundled server. */
const maxMegabytes = 700;
/** MB for what a build adds: the page with its packed copies (23) and the server (6), with room for a release. */
const built = 40;
/** Folders of the repository that are copied into an installation. */
const own = ['apps', 'packages', 'scripts', 'docs', 'deploy'];

interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockedPackage>>;
};

/** Folder of a package as one in another folder finds it; undefined where it is not installed. */
const foundFrom = (folder: string, name: string): string | undefined => {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at === '.' ? '' : at, 'node_modules', name);
    const locked = packages[path];
    if (locked) return locked.link ? locked.resolved : path;
    if (at === '.' || at === '') return undefined;
  }
};

/** Folders of packages that a package of the project needs without development, those of the project included. */
const neededBy = (start: string): ReadonlySet<string> => {
  const found = new Set<string>([start]);
  for (const folder of found) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[folder] ?? {};
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const path = foundFrom(folder, name);
      if (path !== undefined) found.add(path);
    }
  }
  return found;
};

/** Bytes on the disk of a folder without what is built or installed below it. */
const sizeOf = (folder: string): number =>
  globSync('**/*', {
    cwd: join(root, folder),
    exclude: ['node_modules', 'dist', 'dist-before', '.tsbuild'].map((name) => `**/${name}/**`),
  }).reduce((sum, file) => {
    const { blocks, size } = lstatSync(join(root, folder, file));
    return sum + (blocks ? blocks * 512 : size);
  }, 0);

const inMegabytes = (bytes: number): number => bytes / 1e6;

test('a running installation takes at maxMegabytes 700 MB', () => {
  const installed = [...neededBy('apps/api'), ...neededBy('')].filter((folder) =>
    folder.startsWith('node_modules/'),
  );
  const sizes = [...new Set([...installed, ...own])]
    .map((folder) => ({ folder, size: inMegabytes(sizeOf(folder)) }))
    .toSorted((a, b) => b.size - a.size);
  const total = built + sizes.reduce((sum, { size }) => sum + size, 0);
  const largest = sizes.slice(0, 12).map(({ folder, size }) => `${folder} ${size.toFixed(0)}`);
  expect(installed.length).toBeGreaterThan(200);
  expect(total, `MB; the largest: ${largest.join(', ')}`).toBeLessThanOrEqual(maxMegabytes);
});
