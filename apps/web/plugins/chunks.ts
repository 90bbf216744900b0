import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = NonNullable<
  Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']
>[number];

/** What every page needs, sign-in included; apart, so that it stays cached over releases. */
const react = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;

/** Every module that loads together with one, whatever of it is used. */
const reachedFrom = (
  start: string,
): ((id: string, context: Rolldown.ChunkingContext) => boolean) => {
  let found: Set<string> | undefined;
  return (id, context) => {
    if (!found) {
      const reached = new Set([start]);
      // A set may grow while it is gone through: what is added is gone through, too.
      for (const each of reached) {
        for (const next of context.getModuleInfo(each)?.importedIds ?? []) reached.add(next);
      }
      found = reached;
    }
    return found.has(id);
  };
};

/**
 * Bytes of source below which modules that pages share join a neighbour instead of a file. With
 * more, a list carried a tree of 19 KiB that it never draws, for the sake of one icon in its file.
 */
const crumb = 1000;

/** The modules that the build begins at, as paths below the folder of the page. */
interface Starts {
  /** All that the sign-in page loads. */
  readonly main: string;
  /** The frame of a signed-in user. */
  readonly frame: string;
  /** The end of the path of the home page. */
  readonly first: RegExp;
  /** The end of the path of what the home page is filled with, as soon as it stands. */
  readonly blocks: RegExp;
  /** The ends of the paths of what pages of records stand on. */
  readonly records: RegExp;
}

/**
 * Which modules travel together. Left to itself the bundler makes a chunk of every set of modules
 * that the same pages share: the frame came in sixty-six files, six at a time, and the last was
 * there 400 ms after the first. Now it is three: React, what the sign-in page needs, and the frame
 * of a signed-in user; then the home page and what fills it in one each, what lists, forms and
 * details stand on beyond that in another, and what is left that pages share in few.
 *
 * The frame must be an entry of the build beside `index.html`: only of entries does the bundler say
 * what is left of a library after everything unused is gone.
 */
export const chunkGroups = (
  root: string,
  { main, frame, first, blocks, records }: Starts,
): Group[] => {
  const entries = [join(root, main), join(root, frame), join(root, 'index.html')];
  const isEntry = (id: string): boolean => entries.includes(id.split('?')[0] ?? '');
  const isHelper = (id: string): boolean => id.startsWith('\0vite/');
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
    // A group takes along what its modules use, as far as no group before has it.
    { name: 'home', test: first, priority: 4 },
    { name: 'blocks', test: blocks, priority: 3 },
    { name: 'records', test: records, priority: 2 },
    {
      name: 'shared',
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: crumb,
      priority: 1,
    },
  ];
};
