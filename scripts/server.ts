import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fingerprintOf } from './fingerprint.ts';
import { root } from './steps.ts';
import { removeSuperseded } from './superseded.ts';

/** Sources of the server. */
const sources = [
  'package-lock.json',
  'apps/api/src',
  'packages/kernel/src',
  'packages/engine/src',
  'packages/product/src',
  // The bundle changes with the program that makes it.
  'scripts',
];

/**
 * True for sources of the server: no tests and no parts of the page. Data files are read from their
 * folders.
 */
const isServer = (path: string): boolean => path.endsWith('.ts') && !/\.(test|web)\.ts$/.test(path);

const dist = join(root, 'apps/api/dist');
const stamp = join(dist, '.sources');

/** Entry modules of the server: as a program (`main`), and by `npm start` (`serve`). */
const entries = ['main', 'serve'] as const;

const forward = (path: string): string => path.split(sep).join('/');

/** Returns a path relative to the folder of the bundle. */
const fromDist = (path: string): string => forward(relative(dist, path));

/**
 * Replaces `import.meta` paths, since modules find data, worker tasks and packages relative to
 * their source.
 */
const withPlaces = (code: string, id: string): string =>
  code
    .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${fromDist(dirname(id))}')`)
    .replaceAll('import.meta.url', `new URL('${fromDist(id)}', import.meta.url).href`);

/** Module that imports the server halves of all folders, which the bundle includes. */
const halves = join(root, 'packages/product/src/composition/halves.server.ts');

const withHalves = (): string => {
  const product = join(root, 'packages/product/src');
  const files = globSync('**/server-half.server.ts', { cwd: product }).toSorted();
  const names = files.map((_, index) => `half${index}`);
  return [
    ...files.map(
      (file, index) =>
        `import { serverHalf as ${names[index]} } from '${forward(join(product, file))}';`,
    ),
    `export const loadServerHalves = async () => [${names.join(', ')}];`,
  ].join('\n');
};

/** Replaces a file atomically for processes that start meanwhile. */
const replaceFile = (file: string, content: string): void => {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content);
  renameSync(fresh, file);
};

const isOwn = (id: string): boolean => id.startsWith('.') || id.startsWith('@keyan/');

/** Bundles the modules; returns those first that others import. */
const bundled = async (): Promise<
  readonly { readonly fileName: string; readonly code: string }[]
> => {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(root, `apps/api/src/${name}.ts`)])),
    platform: 'node',
    external: (id) => !isOwn(id) && !id.startsWith(root),
    logLevel: 'warn',
    plugins: [
      {
        name: 'places',
        load: (id) => (id === halves ? withHalves() : undefined),
        transform: (code, id) => (code.includes('import.meta.') ? withPlaces(code, id) : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  });
  await bundle.close();
  const chunks = output.filter((file) => file.type === 'chunk');
  return chunks.toSorted((a, b) => Number(a.isEntry) - Number(b.isEntry));
};

/**
 * Bundles the server into apps/api/dist, unless a bundle of the same sources is there. Node loads the bundle in a third
 * of the time of some thousand source files, whose types it would strip, and into 56 MB of heap instead of 86 MB.
 * Packages are not bundled.
 * @returns path of the module that `npm start` runs (`serve`), and of the program (`main`)
 * @throws Error when the bundle cannot be made.
 */
export async function buildServer(): Promise<Readonly<Record<(typeof entries)[number], string>>> {
  const built = {
    main: join(dist, 'main.mjs'),
    serve: join(dist, 'serve.mjs'),
  };
  const wanted = fingerprintOf(sources, isServer);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return built;
  mkdirSync(dist, { recursive: true });
  const modules = await bundled();
  for (const { fileName, code } of modules) replaceFile(join(dist, fileName), code);
  removeSuperseded(dist, new Set(modules.map(({ fileName }) => fileName)));
  writeFileSync(stamp, wanted);
  return built;
}
