import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readDefinitions, readPresentations } from '../apps/web/plugins/definitions.ts';

const product = resolve(import.meta.dirname, '../packages/product/src');

test('every presentation is loaded with the definition that it names', async () => {
  const all = await readDefinitions();
  const found = readPresentations(all);
  const exported = globSync('**/*.web.{ts,tsx}', { cwd: product }).flatMap((file) =>
    [
      ...readFileSync(join(product, file), 'utf8').matchAll(/^export const (\w+Presentation)\b/gm),
    ].map(([, name = '']) => name),
  );
  expect(exported.length).toBeGreaterThan(80);
  expect(found.map(({ name }) => name).toSorted()).toEqual(exported.toSorted());
});

test('a presentation of a definition that no list has is refused', async () => {
  const all = await readDefinitions();
  expect(() => readPresentations(all.filter(({ name }) => name !== 'paper'))).toThrow(
    'paperPresentation presents paper, which no list has',
  );
});
