import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './steps.ts';

const leftOut = new Set(['node_modules', 'dist', 'dist-before']);

/**
 * Returns a hash of the contents of all sources; file times are unreliable after a git checkout.
 * @param sources files that end in `.json`, and folders, by their paths in the project
 * @param counts true for files of the folders to include
 */
export function fingerprintOf(
  sources: readonly string[],
  counts: (path: string) => boolean = () => true,
): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const entries = path.endsWith('.json')
      ? undefined
      : readdirSync(join(root, path), { withFileTypes: true });
    if (!entries) {
      hash.update(path).update(readFileSync(join(root, path)));
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = `${path}/${entry.name}`;
      if (leftOut.has(entry.name)) continue;
      if (entry.isDirectory()) add(child);
      else if (counts(child)) hash.update(child).update(readFileSync(join(root, child)));
    }
  };
  for (const source of sources) add(source);
  return hash.digest('hex');
}
