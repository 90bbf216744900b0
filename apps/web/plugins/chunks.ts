import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>[number];

/** Modules of React, which is a separate chunk so that browsers cache it over releases. */
const react = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/** Returns all modules that a module imports, directly or indirectly. */
const reachedFrom = (
  ...starts: readonly string[]
): ((id: string, context: Rolldown.ChunkingContext) => boolean) => {
  let found: Set<string> | undefined;
  return (id, context) => {
    if (!found) {
      const reached = new Set(starts);
      // Iterating a set includes elements that are added during the iteration.
      for (const each of reached) {
        for (const next of context.getModuleInfo(each)?.importedIds ?? []) reached.add(next);
      }
      found = reached;
    }
    return found.has(id);
  };
};

/**
 * Returns the modules that at least this share of the start modules imports, directly or
 * indirectly.
 * @param share between 0 and 1
 */
const reachedByMany = (
  starts: readonly string[],
  share: number,
): ((id: string, context: Rolldown.ChunkingContext) => boolean) => {
  const reaches = starts.map((start) => reachedFrom(start));
  return (id, context) =>
    reaches.filter((reach) => reach(id, context)).length >= share * starts.length;
};

/**
 * Minimum share of definitions that use a shared module before it moves to the common chunk:
 * otherwise most lists would load it unused.
 */
const common = 0.4;

/**
 * Minimum bytes of source for a shared module to get a separate chunk. With a larger limit a list
 * loaded a tree component of 19 KiB that it does not use, because of one icon in its chunk; from
 * 4,000 on, chunks imported each other in circles, and a module read a value before it was defined.
 */
const crumb = 1000;

/** Modules at which chunks start, as paths relative to the folder of the page. */
interface Starts {
  /** Entry module of the sign-in page. */
  readonly main: string;
  /** Module of the frame around the pages of a signed-in user. */
  readonly frame: string;
  readonly home: string;
  /** Modules of further shared chunks, by the name of the chunk. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** Module of the home page's widgets, loaded once the home page is rendered. */
  readonly widgets: string;
  /** Base modules of lists, forms and record pages. */
  readonly records: readonly string[];
}

/**
 * Groups modules into chunks. By default the bundler makes a chunk for every set of modules that the
 * same pages share: the frame came in sixty-six files, six at a time, and the last arrived 400 ms
 * after the first. With these groups it is three: React, the sign-in page, the frame of a signed-in
 * user. What many definitions share (dictionaries, faces, steps) is one chunk, each definition another.
 * The home page, its widgets, the base of record pages and what home and lists share are a chunk each, other shared
 * modules a few.
 *
 * The frame must be an entry of the build beside `index.html`, because the bundler removes unused
 * parts of a library by entry.
 */
export const chunkGroups = (
  root: string,
  { main, frame, home, parts, widgets, records }: Starts,
  definitions: readonly string[],
): Group[] => {
  /**
   * Returns the path of a module.
   * @throws Error for a missing module: otherwise its chunk would silently merge into others.
   */
  const moduleAt = (path: string): string => {
    const found = join(root, path);
    if (!existsSync(found))
      throw new Error(`no module at ${path}: correct apps/web/vite.config.ts`);
    return found;
  };
  const isAt = (...paths: readonly string[]) => {
    const modules = paths.map(moduleAt);
    return (id: string): boolean => modules.includes(id.split('?')[0] ?? '');
  };
  const isEntry = isAt(main, frame, 'index.html');
  const isHelper = (id: string): boolean => id.startsWith('\0vite/');
  const ofDefinitions = reachedByMany(definitions, common);
  const ofHome = reachedFrom(join(root, home));
  const ofRecords = reachedFrom(...records.map((path) => join(root, path)));
  const ofMain = reachedFrom(join(root, main));
  return [
    { name: 'react', test: react, priority: 7 },
    {
      name: (id, context) => (isHelper(id) || ofMain(id, context) ? 'base' : null),
      debugName: 'base',
      tags: ['$initial'],
      test: (id) => !isEntry(id),
      priority: 6,
    },
    { name: 'frame', tags: ['$initial'], test: (id) => !isEntry(id), priority: 5 },
    // A group includes the modules that its modules import, except those of earlier groups.
    {
      name: (id, context) => (ofDefinitions(id, context) ? 'vocabulary' : null),
      debugName: 'vocabulary',
      test: (id) => !definitions.includes(id),
      priority: 4.5,
    },
    {
      // Each definition would be a chunk by default, were it not that the home page lists its
      // records.
      name: (id, context) => (ofHome(id, context) ? basename(id, '.ts') : null),
      debugName: 'definitions of home',
      test: (id) => definitions.includes(id),
      priority: 4.2,
    },
    ...Object.entries(parts).map(([name, paths]) => ({
      name,
      test: isAt(...paths),
      priority: 4.1,
    })),
    {
      // Without this group, lists would load the home page for the modules that both use.
      name: (id, context) => (ofHome(id, context) && ofRecords(id, context) ? 'tables' : null),
      debugName: 'tables',
      test: (id) => !definitions.includes(id) && !id.includes('node_modules'),
      priority: 4.05,
    },
    { name: 'home', test: isAt(home), priority: 4 },
    { name: 'widgets', test: isAt(widgets), priority: 3 },
    { name: 'records', test: isAt(...records), priority: 2 },
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: crumb,
      priority: 1,
    },
  ];
};
