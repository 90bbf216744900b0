import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './steps.ts';

/** Sheets that speak of what others look like: on paper, and in high contrast or without motion. */
const everywhere = new Set(['print.css', 'base.css']);

/** The classes that a style sheet begins a selector of one class with. */
const classesOf = (css: string): readonly string[] => {
  const rules = css.replaceAll(/\/\*.*?\*\/|\([^()]*\)/gs, '');
  return [...rules.matchAll(/(?:^|[};,])\s*\.(ky-[\w-]+)\s*(?=[,{])/g)].map(
    ([, name = '']) => name,
  );
};

test('a class gets its look in one style sheet: pages that are kept would give it another', () => {
  const sheets = globSync('{packages,apps}/*/src/**/*.css', { cwd: root });
  const homes = sheets
    .filter((sheet) => !everywhere.has(basename(sheet)))
    .flatMap((sheet) =>
      [...new Set(classesOf(readFileSync(join(root, sheet), 'utf8')))].map((name) => ({
        name,
        sheet,
      })),
    );
  const clashes = [...Map.groupBy(homes, ({ name }) => name).values()]
    .filter((found) => found.length > 1)
    .map((found) => `${found[0]?.name}: ${found.map(({ sheet }) => sheet).join(' ')}`);
  expect(homes.length).toBeGreaterThan(300);
  expect(clashes).toEqual([]);
});
