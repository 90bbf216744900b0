import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkBoundaries, type Manifest } from './boundaries/check.ts';
import type { SourceFile } from './boundaries/types.ts';

/** `node scripts/check-boundaries.ts`: fails if a part of the project imports what it may not. */

const root = join(import.meta.dirname, '..');
const leftOut = new Set(['node_modules', 'dist', '.tsbuild', '.git', 'data', 'test-results']);
const textual = /\.(tsx?|mjs|json|sql|md|css|html|ya?ml)$|\/run$/;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    // `data` is ignored at the root only: a package may have a folder of that name.
    if (leftOut.has(entry.name) && !(entry.name === 'data' && folder)) continue;
    if (entry.isDirectory()) yield* walk(path);
    else if (textual.test(path) && path !== 'package-lock.json') yield path;
  }
}

const files = [...walk('')].map(
  (path): SourceFile => ({ path, text: readFileSync(join(root, path), 'utf8') }),
);
const manifests = files
  .filter((file) => file.path.endsWith('package.json'))
  .map((file): Manifest => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(file.text) as {
      dependencies?: Record<string, string>;
      devDependencies?: Record<string, string>;
    };
    return {
      folder: file.path.replace(/\/?package\.json$/, ''),
      dependencies: new Set(Object.keys(dependencies)),
      devDependencies: new Set(Object.keys(devDependencies)),
    };
  });

const faults = checkBoundaries(files, manifests);
for (const fault of faults) console.error(`${fault.path}:${fault.line} ${fault.message}`);
console.log(`boundaries: ${files.length} files, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
