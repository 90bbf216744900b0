import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fingerprintOf } from './fingerprint.ts';
import { root, runProgram } from './steps.ts';
import { removeSuperseded } from './superseded.ts';

/** Sources of the built page. */
const sources = [
  'package-lock.json',
  'apps/web',
  'packages/kernel/src',
  'packages/console/src',
  'packages/product/src',
];
const dist = join(root, 'apps/web/dist');
const stamp = join(dist, '.sources');
/** File with the fingerprint of the page that was compressed last. */
const compressed = join(dist, '.compressed');

/**
 * Builds the page into apps/web/dist unless it is up to date, and compresses its files.
 * @throws Error when one of these fails.
 */
export async function buildPage(): Promise<void> {
  await buildUncompressed();
  if (!(await compressPage())) throw new Error('The page could not be compressed.');
}

/**
 * Compresses the files of the built page that are not compressed yet; serving works without.
 * @returns false if compressing fails
 */
export async function compressPage(): Promise<boolean> {
  const built = readFileSync(stamp, 'utf8');
  if (existsSync(compressed) && readFileSync(compressed, 'utf8') === built) return true;
  if ((await runProgram(['scripts/compress.ts', dist])) !== 0) return false;
  writeFileSync(compressed, built);
  return true;
}

/**
 * Builds the page without compressing, which would take as long again.
 * @throws Error when the build fails.
 */
export async function buildUncompressed(): Promise<void> {
  const wanted = fingerprintOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  const began = Date.now();
  console.log('Building the page (first start, or its sources changed)…');
  const kept = keepOldChunks();
  const code = await runProgram(['vite', 'build', 'apps/web', '--logLevel', 'warn']);
  if (code !== 0) throw new Error('The page could not be built.');
  kept.putBack();
  writeFileSync(stamp, wanted);
  console.log(`Page built in ${Math.round((Date.now() - began) / 1000)} s.`);
}

/**
 * Saves the chunks of earlier builds, since a build empties its folder; `putBack` restores them.
 */
function keepOldChunks(): { putBack(): void } {
  const assets = join(dist, 'assets');
  const aside = join(root, 'apps/web/dist-before');
  rmSync(aside, { recursive: true, force: true });
  if (existsSync(assets)) renameSync(assets, aside);
  return {
    putBack: () => {
      const built = new Set(readdirSync(assets));
      for (const name of existsSync(aside) ? readdirSync(aside) : []) {
        if (!built.has(name)) renameSync(join(aside, name), join(assets, name));
      }
      rmSync(aside, { recursive: true, force: true });
      removeSuperseded(assets, built);
    },
  };
}
