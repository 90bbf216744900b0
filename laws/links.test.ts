import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Pages of a record that every view has, by the last part of their address. */
const pages = new Set(['detail', 'edit']);

const sources = ['packages/engine/src', 'packages/product/src', 'packages/console/src'].flatMap(
  (folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
);

test('an address that is made of the path of a view and an id leads to a page of the record', () => {
  const odd = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\$\{[^}`]*\}\/(\w+)\?id=\$\{/g)]
      .filter(([, page = '']) => !pages.has(page))
      .map(([text]) => `${file}: ${text}`),
  );
  expect(odd).toEqual([]);
});
