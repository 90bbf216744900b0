import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { root } from './docs.ts';
import { representatives } from './signatures.ts';

/** True for `npm run test:all`: every law on every resource. */
const all = process.env.TEST_ALL === '1';

const git = (...args: readonly string[]): string | null => {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/**
 * Returns files that differ from the main branch (on it, from the previous commit), and new ones;
 * empty without git.
 */
const touchedFiles = (): readonly string[] => {
  const head = git('rev-parse', 'HEAD');
  const forks = ['origin/main', 'main'].map((branch) => git('merge-base', 'HEAD', branch));
  const base = forks.find((fork) => fork !== null && fork !== head) ?? git('rev-parse', 'HEAD~1');
  const changed = base ? git('diff', '--name-only', base) : null;
  const added = git('ls-files', '--others', '--exclude-standard');
  return [changed, added].flatMap((list) => list?.split('\n').filter(Boolean) ?? []);
};

const product = 'packages/product/src';

/** Returns the keys of the resources that a file defines. */
const definedIn = (path: string): readonly string[] => {
  const text = readFileSync(join(root, path), 'utf8');
  if (!text.includes('defineResource(')) return [];
  return [...text.matchAll(/^ {2}key: '(\w+)'/gm)].map(([, key = '']) => key);
};

const stem = (path: string): string => basename(path).split('.')[0] ?? '';

/**
 * Returns the keys of the resources whose definition, or a file beside it with the same prefix, was
 * changed.
 */
const touchedKeys = (): ReadonlySet<string> => {
  const touched = touchedFiles().filter((path) => path.startsWith(`${product}/`));
  const folders = new Set(touched.map(dirname).filter((folder) => existsSync(join(root, folder))));
  const definitions = [...folders].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => /^[\w-]+\.ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return new Set(
    definitions
      .filter((path) =>
        touched.some((one) => dirname(one) === dirname(path) && stem(one).startsWith(stem(path))),
      )
      .flatMap(definedIn),
  );
};

let touched: ReadonlySet<string> | undefined;

/**
 * Chooses the resources for a law about a mechanism: representatives of all combinations of
 * features, and kinds changed in the working tree.
 *
 * @param resources those to which the law applies
 * @throws Error for an empty list, on which a law would always pass.
 */
export const chosen = (resources: readonly Resource[]): readonly Resource[] => {
  if (resources.length === 0) throw new Error('the law looks at no resource');
  if (all) return resources;
  touched ??= touchedKeys();
  const few = new Set(representatives(resources));
  return resources.filter((one) => few.has(one) || touched?.has(one.key));
};

/** Returns resources for `describe.each`, with the key as the title. */
export const eachOf = (
  resources: readonly Resource[],
): readonly (readonly [key: string, resource: Resource])[] =>
  chosen(resources).map((resource) => [resource.key, resource] as const);
