import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { namesIn, readHelp, waysIn } from '@keyan/console/shell/help/text.ts';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { describe, expect, it } from 'vitest';
import type { MenuNode } from '../composition/menu-nodes.ts';
import { menus } from '../composition/menus.ts';
import { application } from '../index.ts';
import { roleNames } from '../shared/roles.ts';
import { readersOf } from './readers.ts';

const folder = import.meta.dirname;
const root = join(folder, '../../../..');
const names = globSync('zh/*.md', { cwd: folder }).map((path) => basename(path));

const sourceOf = (language: 'zh' | 'en', name: string): string =>
  readFileSync(join(folder, language, name), 'utf8');

/** The name of each page of the menu by its address: `科研成果 › 论文成果 › 论文登记`. */
const waysOf = (node: MenuNode, above: readonly Label[]): readonly (readonly [string, Label])[] => {
  const trail = [...above, node.label];
  if (node.pages) return node.pages.flatMap((page) => waysOf(page, trail));
  const named = (side: 0 | 1) => trail.map((one) => one[side]).join(' › ');
  return [[node.path, [named(0), named(1)]]];
};

const ways = new Map(menus.flatMap((top) => waysOf(top, [])));

/** Two texts that stand side by side in the code, Chinese first. */
const pairPattern =
  /(?<=[[(,]\s*)'(?<zh>[^'\n]*\p{Script=Han}[^'\n]*)',\s*(?=['"](?<en>[^\n]*?)['"]\s*[,\])])/gu;

/** The English texts of the product for each Chinese one. */
const texts = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>();
  const add = (zh = '', en = '') => found.set(zh, (found.get(zh) ?? new Set()).add(en));
  for (const file of globSync('{packages/*,apps/web}/src/**/*.{ts,tsx}', { cwd: root })) {
    if (file.includes('.test.')) continue;
    for (const { groups } of readFileSync(join(root, file), 'utf8').matchAll(pairPattern)) {
      add(groups?.zh, groups?.en);
    }
  }
  for (const resource of application.resources) {
    for (const [zh, en] of [resource.label, ...Object.values(resourceTextsOf(resource))]) {
      add(zh, en);
    }
  }
  return found;
};

describe('pages of help', () => {
  const known = texts();

  it.each(names)('%s is there in both languages, part by part', (name) => {
    const [zh, en] = [readHelp(sourceOf('zh', name)), readHelp(sourceOf('en', name))];
    expect(en.blocks.map(({ is }) => is)).toEqual(zh.blocks.map(({ is }) => is));
    expect(sourceOf('zh', name).split('\n').length).toBeLessThanOrEqual(80);
    const readers = readersOf(sourceOf('zh', name)).map(
      (alias) => roleNames.entries.find(({ code }) => code === alias)?.label,
    );
    expect([zh.readers, en.readers]).toEqual(
      [0, 1].map((side) => readers.map((one) => one?.[side])),
    );
  });

  it.each(names)('%s leads to pages of the menu by their names', (name) => {
    for (const [side, language] of (['zh', 'en'] as const).entries()) {
      for (const { to, text } of waysIn(readHelp(sourceOf(language, name)))) {
        expect({ to, text }).toEqual({ to, text: ways.get(to)?.[side] });
      }
    }
  });

  it.each(names)('%s names only what stands on the screen', (name) => {
    const english = new Set(namesIn(readHelp(sourceOf('en', name))));
    const chinese = namesIn(readHelp(sourceOf('zh', name)));
    const wrong = chinese.filter((zh) => ![...(known.get(zh) ?? [])].some((en) => english.has(en)));
    const said = new Set(chinese.flatMap((zh) => [...(known.get(zh) ?? [])]));
    expect({ wrong, unknown: [...english].filter((en) => !said.has(en)) }).toEqual({
      wrong: [],
      unknown: [],
    });
  });

  it.each(names)('%s has its pictures', (name) => {
    for (const language of ['zh', 'en'] as const) {
      const shown = readHelp(sourceOf(language, name)).blocks.filter(({ is }) => is === 'picture');
      for (const picture of shown) {
        if (picture.is !== 'picture') continue;
        const bytes = readFileSync(join(folder, language, picture.address)).length;
        expect(bytes, picture.address).toBeLessThanOrEqual(60 * 1024);
      }
    }
  });
});
