import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  kindDefinitionText,
  readKind,
  withOutsideImports,
} from '@keyan/product/develop/kind.server.ts';
import { build } from 'vite';

/** Entry of Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
}

type Manifest = Readonly<Record<string, Chunk>>;

const web = join(import.meta.dirname, '..');

/**
 * Returns the files that must load before the chunk runs: its own and those of its static imports.
 */
const filesOf = (manifest: Manifest, name: string, found = new Set<string>()): Set<string> => {
  const chunk = manifest[name];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const other of chunk.imports ?? []) filesOf(manifest, other, found);
  return found;
};

/** Returns the name of the chunk of a source file, by the end of its path. */
const chunkOf = (manifest: Manifest, path: string): string => {
  const name = Object.keys(manifest).find((each) => each.endsWith(path));
  if (!name) throw new Error(`${path} is no chunk of its own in the build`);
  return name;
};

const entry = 'index.html';
const signedIn = [entry, 'src/console.tsx', 'src/Providers.tsx'];
const home = 'office/home/home.web.tsx';

/** Maximum KiB of gzipped script per page; exceeding one fails the build. */
const budgets: readonly { page: string; limit: number; chunks: readonly string[] }[] = [
  { page: 'login', limit: 120, chunks: [entry] },
  { page: 'home', limit: 350, chunks: [...signedIn, home] },
  // No widget may load the definition of a kind: a teacher's widgets once loaded 45 small files of
  // definitions.
  {
    page: 'widgets',
    limit: 450,
    chunks: [
      ...signedIn,
      home,
      ...['home.widgets', 'ArrivalsWidget', 'CallsWidget', 'ClaimsWidget', 'MoneyWidgets'].map(
        (name) => `office/home/${name}.web.tsx`,
      ),
    ],
  },
  {
    page: 'list',
    limit: 420,
    chunks: [
      ...signedIn,
      'list/ResourceList.tsx',
      'achievement/paper/paper.ts',
      'achievement/paper/paper.web.tsx',
    ],
  },
];

/**
 * Finds chunks that import each other in a circle: one would read a value that the other has not
 * defined yet, and its page would fail.
 */
const circlesOf = (manifest: Manifest): readonly string[] => {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (name: string, above: readonly string[]): void => {
    const at = above.indexOf(name);
    if (at >= 0) found.push([...above.slice(at), name].join(' → '));
    if (at >= 0 || done.has(name)) return;
    for (const next of manifest[name]?.imports ?? []) visit(next, [...above, name]);
    done.add(name);
  };
  for (const name of Object.keys(manifest)) visit(name, []);
  return found;
};

/**
 * Checks the pages of a build; true when all are within their budgets and no chunks import each
 * other.
 */
const check = (dist: string, what: string): boolean => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
  const results = budgets.map(({ page, limit, chunks }) => {
    const names = chunks.map((path) => chunkOf(manifest, path));
    const files = [...new Set(names.flatMap((name) => [...filesOf(manifest, name)]))];
    const bytes = files.map(
      (file) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length,
    );
    const weight = bytes.reduce((sum, each) => sum + each, 0) / 1024;
    const size = `${weight.toFixed(1).padStart(6)} KiB of script in ${files.length} files`;
    console.log(`${what} ${page.padEnd(7)} ${size}, at most ${limit}`);
    return weight <= limit;
  });
  const circles = circlesOf(manifest);
  for (const circle of circles) console.log(`${what} chunks import each other: ${circle}`);
  return results.every(Boolean) && circles.length === 0;
};

/** Number of made-up kinds that are added to those of the product. */
const more = 100;

/** Builds the page with this many additional made-up kinds in a separate folder. */
const withMore = async (folder: string): Promise<string> => {
  const sources = join(folder, 'definitions');
  mkdirSync(sources);
  for (let index = 1; index <= more; index += 1) {
    const name = `made${index}`;
    const fields = `title:text:第${index}种名称:Name ${index},place:text,openDate:date,amount:money,isFree:yesNo`;
    const kind = readKind(
      [name, '--label', `成果${index},Kind ${index}`, '--fields', fields],
      [index],
    );
    writeFileSync(join(sources, `${name}.ts`), withOutsideImports(kindDefinitionText(kind)));
  }
  process.env.MORE_DEFINITIONS = sources;
  const outDir = join(folder, 'dist');
  await build({ configFile: join(web, 'vite.config.ts'), logLevel: 'warn', build: { outDir } });
  return outDir;
};

const parent = join(web, '../../.tsbuild');
mkdirSync(parent, { recursive: true });
const folder = mkdtempSync(join(parent, 'budget-'));
try {
  const now = check(join(web, 'dist'), 'now');
  const later = check(await withMore(folder), `with ${more} kinds more`);
  if (!now || !later) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
