import { globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outlineOf } from '@keyan/kernel/definition/page/outline.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Plugin, Rolldown } from 'vite';

/** Definition and the module that exports it. */
export interface Defined {
  readonly resource: Resource;
  readonly file: string;
  readonly name: string;
}

const product = resolve(import.meta.dirname, '../../../packages/product/src');

/** Files that list every resource of the product. */
const lists = ['achievement/achievements.ts', 'composition/resources.ts'];

const load = async (file: string): Promise<RowLike> =>
  (await import(pathToFileURL(file).href)) as RowLike;

/** Returns the modules that a file imports by a relative path, with the names of the imports. */
const importsIn = (file: string): readonly { readonly file: string; readonly name: string }[] =>
  [...readFileSync(file, 'utf8').matchAll(/^import \{ (\w+) \} from '(\.[^']+)';$/gm)].map(
    ([, name = '', path = '']) => ({ file: resolve(dirname(file), path), name }),
  );

const isResource = (value: unknown): value is Resource =>
  typeof value === 'object' && value !== null && 'fields' in value && 'views' in value;

/** Returns the definitions that the list files import. */
const listed = async (): Promise<readonly Defined[]> => {
  const imports = lists.flatMap((list) => importsIn(join(product, list)));
  const found = await Promise.all(
    imports.map(async ({ file, name }) => ({ file, name, resource: (await load(file))[name] })),
  );
  return found.filter((each): each is Defined => isResource(each.resource));
};

/** Returns the definitions in a folder, one per file. */
const definedIn = async (folder: string): Promise<readonly Defined[]> => {
  const files = readdirSync(folder).filter((each) => each.endsWith('.ts'));
  const found = await Promise.all(
    files.map(async (each) => {
      const file = join(folder, each);
      return Object.entries(await load(file)).map(([name, resource]) => ({ file, name, resource }));
    }),
  );
  return found.flat().filter((each): each is Defined => isResource(each.resource));
};

/**
 * Checks that every resource of the product is imported by name in a list file.
 * @throws Error naming missing resources.
 */
const checkComplete = async (found: readonly Defined[]): Promise<void> => {
  const { resources } = (await load(join(product, 'index.ts'))) as {
    readonly resources: readonly Resource[];
  };
  const missing = resources.filter((one) => !found.some(({ resource }) => resource === one));
  if (missing.length > 0) {
    throw new Error(`no import of ${missing.map(({ key }) => key).join(', ')} in ${lists.join()}`);
  }
};

const quoted = (value: unknown): string => JSON.stringify(value);

/** Returns the module from which a file imports a name. */
const importOf = (text: string, file: string, name: string): string | undefined => {
  const found = new RegExp(String.raw`import \{[^}]*\b${name}\b[^}]*\} from '(\.[^']+)'`).exec(
    text,
  );
  return found?.[1] && resolve(dirname(file), found[1]);
};

/**
 * Pattern of `export const paperPresentation = present(paper, { … })`, also for an untyped
 * definition.
 */
const presentation = /^export const (\w+) = present\((?:untypedResource\()?(\w+)/gm;

/**
 * Returns the presentations that the product exports beside its definitions, by the key of the
 * definition.
 * @throws Error for a presentation of an unlisted definition, and for two of one definition.
 */
export const readPresentations = (all: readonly Defined[]): readonly Defined[] => {
  const files = globSync('**/*.web.{ts,tsx}', { cwd: product }).toSorted();
  const found = files.flatMap((path) => {
    const file = join(product, path);
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(presentation)].map(([, name = '', definition = '']) => {
      const from = importOf(text, file, definition);
      const defined = all.find((each) => each.file === from && each.name === definition);
      if (!defined) throw new Error(`${path}: ${name} presents ${definition}, which no list has`);
      return { file, name, resource: defined.resource };
    });
  });
  const [twice] = [...Map.groupBy(found, ({ resource }) => resource.key).values()].filter(
    ({ length }) => length > 1,
  );
  if (twice) throw new Error(`two presentations: ${twice.map(({ name }) => name).join(', ')}`);
  return found;
};

const importsByKey = (all: readonly Defined[]): string => {
  const lines = all.map(
    ({ resource, file, name }) =>
      `${quoted(resource.key)}: () => import(${quoted(file)}).then((module) => module.${name})`,
  );
  return `{\n${lines.join(',\n')}\n}`;
};

const loadsModule = (all: readonly Defined[]): string =>
  [
    `const loads = ${importsByKey(all)};`,
    `const presentations = ${importsByKey(readPresentations(all))};`,
    'export const load = (key) => loads[key]();',
    'export const loadPresentation = (key) => presentations[key]?.();',
    '',
  ].join('\n');

const outlinesModule = (all: readonly Defined[]): string =>
  `export const outlines = JSON.parse(${quoted(quoted(all.map(({ resource }) => outlineOf(resource))))});\n`;

/** Returns all chunks that load before the given ones run. */
const loadedWith = (
  starts: readonly string[],
  bundle: Rolldown.OutputBundle,
): readonly Rolldown.OutputChunk[] => {
  const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
  const found = new Set(
    chunks.filter(({ facadeModuleId }) => starts.includes(facadeModuleId ?? '')),
  );
  // Iterating a set includes elements that are added during the iteration.
  for (const { imports } of found) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk);
  }
  return [...found];
};

/**
 * Returns every definition of the product.
 * @param more folder with further definitions, to measure the page with additional kinds
 */
export const readDefinitions = async (more?: string): Promise<readonly Defined[]> => {
  const own = await listed();
  await checkComplete(own);
  return [...own, ...(more ? await definedIn(more) : [])];
};

/**
 * Vite plugin that loads definitions with their pages: `virtual:keyan/outlines` contains the
 * outlines of all resources, `virtual:keyan/loads` the imports of each definition and presentation.
 * Both are generated from the definitions when the build starts; a new page needs a restart of `npm
 * run dev`.
 * @param frame start modules of the frame, which may contain outlines but no definition
 */
export const definitions = (all: readonly Defined[], frame: readonly string[]): Plugin => {
  const modules: Readonly<Record<string, (all: readonly Defined[]) => string>> = {
    '\0virtual:keyan/loads': loadsModule,
    '\0virtual:keyan/outlines': outlinesModule,
  };
  return {
    name: 'keyan:definitions',
    resolveId: (id) => (`\0${id}` in modules ? `\0${id}` : undefined),
    load: (id) => modules[id]?.(all),
    generateBundle(_options, bundle) {
      const carried = new Set(loadedWith(frame, bundle).flatMap(({ moduleIds }) => moduleIds));
      const heavy = all.filter(({ file }) => carried.has(file));
      if (heavy.length > 0) {
        const names = heavy.map(({ resource }) => resource.key).join(', ');
        this.error(`The frame carries definitions, which load with their pages: ${names}`);
      }
    },
  };
};
