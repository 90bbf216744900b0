import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** An entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

const dist = join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** The files that must load before the chunk runs: itself and its static imports. */
const filesOf = (name: string, found = new Set<string>()): ReadonlySet<string> => {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const other of chunk.imports ?? []) filesOf(other, found);
  return found;
};

/** Initial script in KiB of gzip. */
const weigh = (names: readonly string[]): number => {
  const files = new Set(names.flatMap((name) => [...filesOf(name)]));
  const bytes = [...files].map(
    (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
  );
  return bytes.reduce((sum, each) => sum + each, 0) / 1024;
};

/** The chunk of a source file, by the end of its path. */
const chunkOf = (path: string): string => {
  const name = Object.keys(manifest).find((each) => each.endsWith(path));
  if (!name) throw new Error(`${path} is no chunk of its own in the build`);
  return name;
};

const entry = 'index.html';

/** Budgets in KiB of gzipped script; exceeding one fails the build. */
const budgets: readonly { page: string; limit: number; chunks: readonly string[] }[] = [
  { page: 'login', limit: 120, chunks: [entry] },
  {
    page: 'home',
    limit: 350,
    chunks: [entry, chunkOf('src/console.tsx'), chunkOf('office/home/home.web.tsx')],
  },
  {
    page: 'list',
    limit: 420,
    chunks: [
      entry,
      chunkOf('src/console.tsx'),
      chunkOf('src/Providers.tsx'),
      chunkOf('list/ResourceList.tsx'),
    ],
  },
];

const results = budgets.map(({ page, limit, chunks }) => ({ page, limit, weight: weigh(chunks) }));
for (const { page, limit, weight } of results) {
  console.log(`${page.padEnd(6)} ${weight.toFixed(1).padStart(6)} KiB of script, at most ${limit}`);
}
if (results.some(({ limit, weight }) => weight > limit)) process.exitCode = 1;
