import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkBoundaries, type Manifest } from './check.ts';
import { layers } from './layers.ts';
import type { SourceFile } from './types.ts';

const manifest = (folder: string, ...dependencies: string[]): Manifest => ({
  folder,
  dependencies: new Set(dependencies),
  devDependencies: new Set(),
});
const manifests: Manifest[] = [
  { folder: '', dependencies: new Set(), devDependencies: new Set(['vitest', 'fast-check']) },
  manifest('packages/kernel'),
  manifest('packages/engine', 'pg'),
  manifest('packages/console', 'react'),
  manifest('packages/product'),
];

const messages = (...files: [path: string, text: string][]): string[] =>
  checkBoundaries(
    files.map(([path, text]): SourceFile => ({ path, text })),
    manifests,
  ).map((fault) => `${fault.path}:${fault.line} ${fault.message}`);

describe('boundaries', () => {
  it.each([
    ['packages/kernel/src/a.ts', '@keyan/engine/b.ts', 'kernel may not import engine'],
    ['packages/engine/src/a.ts', '@keyan/console/b.ts', 'engine may not import console'],
    ['packages/console/src/a.tsx', '@keyan/engine/b.ts', 'console may not import engine'],
    ['packages/engine/src/a.ts', '@keyan/product/b.ts', 'engine may not import product'],
    ['packages/product/src/a.ts', './a.server.ts', 'product may not import product.server'],
    ['packages/product/src/a.ts', '@keyan/console/b.ts', 'product may not import console'],
    [
      'packages/product/src/a.server.ts',
      './a.web.tsx',
      'product.server may not import product.web',
    ],
    ['packages/product/src/a.web.tsx', '@keyan/engine/b.ts', 'product.web may not import engine'],
    ['packages/kernel/src/a.ts', '../../engine/src/b.ts', 'leaves the package'],
    ['packages/kernel/src/a.ts', 'node:fs', 'may not import "node:fs"'],
    ['packages/kernel/src/a.ts', 'react', '"react" is not a dependency of packages/kernel'],
    ['packages/engine/src/a.ts', './testing/b.ts', 'engine may not import test'],
  ])('%s must not import %s', (path, from, message) => {
    expect(messages([path, `import { b } from '${from}';\nb();`])).toEqual([
      expect.stringContaining(message),
    ]);
    expect(messages([path, `export { b } from '${from}';`])).toHaveLength(1);
    expect(messages([path, `import '${from}';`])).toHaveLength(1);
  });

  it.each([
    ['packages/engine/src/a.ts', '@keyan/kernel/b.ts'],
    ['packages/engine/src/a.ts', 'pg'],
    ['packages/engine/src/wire/a.ts', '../b.ts'],
    ['packages/product/src/a.server.ts', './a.ts'],
    ['packages/product/src/a.web.tsx', '@keyan/console/b.tsx'],
    ['packages/kernel/src/a.test.ts', 'vitest'],
    ['packages/product/src/a.test.ts', './a.server.ts'],
    ['laws/a.test.ts', '@keyan/api/app.ts'],
  ])('%s may import %s', (path, from) => {
    expect(messages([path, `import { b } from '${from}';\nb();`])).toEqual([]);
  });

  it('sees lazy imports', () => {
    expect(
      messages([
        'packages/console/src/a.ts',
        `export const b = () => import('@keyan/engine/b.ts');`,
      ]),
    ).toEqual([expect.stringContaining('console may not import engine')]);
  });

  it('finds circles, also those of types, and leaves lazy imports alone', () => {
    const a = 'packages/kernel/src/a.ts';
    const b = 'packages/kernel/src/b.ts';
    const circle = expect.stringContaining(`circle of imports: ${a} → ${b} → ${a}`);
    expect(
      messages([a, `import { b } from './b.ts';\nb();`], [b, `import { a } from './a.ts';\na();`]),
    ).toEqual([circle]);
    expect(
      messages(
        [a, `import type { B } from './b.ts';\nexport type A = B;`],
        [b, `import './a.ts';`],
      ),
    ).toEqual([circle]);
    expect(
      messages([a, `export const b = () => import('./b.ts');`], [b, `import './a.ts';`]),
    ).toEqual([]);
  });

  it('keeps the order of folders inside a package, for types too', () => {
    const low = 'packages/engine/src/store/a.ts';
    expect(messages([low, `import type { B } from '../wire/b.ts';\nexport type A = B;`])).toEqual([
      expect.stringContaining('store lies below wire and may not import "wire/b.ts"'),
    ]);
    expect(messages([low, `import { b } from '../wire/deep/b.ts';\nb();`])).toHaveLength(1);
    expect(messages([low, `import { b } from './b.ts';\nb();`])).toEqual([]);
    expect(
      messages(['packages/engine/src/wire/a.ts', `import { b } from '../store/b.ts';\nb();`]),
    ).toEqual([]);
    expect(
      messages(['packages/engine/src/store/a.test.ts', `import { b } from '../wire/b.ts';\nb();`]),
    ).toEqual([]);
  });

  it('wants a reason for a long function, and short files and folders', () => {
    const path = 'packages/kernel/src/a.ts';
    const body = `export const long = () => {\n${'  one();\n'.repeat(85)}};\n`;
    expect(messages([path, body])).toEqual([expect.stringContaining('long has 87 lines')]);
    expect(messages([path, `/** Long because it is one table. */\n${body}`])).toEqual([]);
    expect(messages([path, '// a\n'.repeat(401)])).toEqual([expect.stringContaining('401 lines')]);
    const many = Array.from({ length: 61 }, (_, index): [string, string] => [
      `packages/kernel/src/values/${index}.ts`,
      '',
    ]);
    expect(messages(...many)).toEqual([expect.stringContaining('61 files in one folder')]);
  });

  it('wants an error listener for each connection to PostgreSQL', () => {
    const path = 'apps/api/src/a.ts';
    const client = 'export const client = new pg.Client(url);\n';
    expect(messages([path, client])).toEqual([
      expect.stringContaining('1 connections, 0 error listeners'),
    ]);
    expect(messages([path, `${client}client.on('error', () => undefined);\n`])).toEqual([]);
  });

  it('wants each folder in a layer', () => {
    expect(messages(['packages/product/src/somewhere/new.ts', ''])).toEqual([
      expect.stringContaining('somewhere stands in no layer of packages/product/src'),
    ]);
    expect(messages(['packages/product/src/funds/new.ts', ''])).toEqual([]);
  });

  it('wants citations that lead to a heading of this repository', () => {
    const page: [string, string] = ['docs/rulings.md', '### 14. Versions'];
    const path = 'packages/kernel/src/a.ts';
    expect(messages(page, [path, '// The version decides (ruling 14).'])).toEqual([]);
    const book: [string, string] = ['docs/decisions/lists.md', '## 0036, 0038 · Lists'];
    expect(messages(book, [path, '// A scope (decisions 0036 and 0038).'])).toEqual([]);
    expect(messages(page, [path, '// Shown by name (rulings 14 and 15).'])).toEqual([
      expect.stringContaining('docs/rulings.md has no 15'),
    ]);
    expect(messages([path, '// R-999: never written.'])).toHaveLength(1);
    expect(messages([path, '// See decision 0999.'])).toHaveLength(1);
    expect(messages([path, `// The order of domain ${'§'}3.`])).toHaveLength(1);
  });

  it('wants files and symbols that pages point to', () => {
    const code: [string, string] = ['packages/kernel/src/a.ts', 'export const one = 1;'];
    const page = (text: string): string[] => messages(code, ['docs/walk.md', text]);
    expect(page('`packages/kernel/src/a.ts:one` in `packages/kernel/src`')).toEqual([]);
    expect(page('`packages/kernel/src/a.ts:two`')).toEqual([
      expect.stringContaining('packages/kernel/src/a.ts declares no two'),
    ]);
    expect(page('`packages/kernel/src/b.ts`')).toEqual([
      expect.stringContaining('there is no packages/kernel/src/b.ts'),
    ]);
  });

  it('finds tests in pages that nobody has written', () => {
    const file = 'packages/kernel/src/a.test.ts';
    const page = (title: string): string[] =>
      messages([file, "test('one', () => {});"], ['docs/walk.md', `\`${file}\` “${title}”`]);
    expect(page('one')).toEqual([]);
    expect(page('two')).toEqual([expect.stringContaining(`${file} has no test “two”`)]);
  });

  it('keeps the dialect of the wire out of the rest of the engine', () => {
    const code = `export const path = '${'blade'}-user/info';`;
    expect(messages(['packages/engine/src/identity/a.ts', code])).toHaveLength(1);
    expect(messages(['packages/engine/src/wire/identity/a.ts', code])).toEqual([]);
  });

  it('finds product words in names, texts and page text, and leaves comments alone', () => {
    const path = 'packages/console/src/a.tsx';
    for (const code of [
      'export const paperList = 1;',
      `export const a = '论文登记';`,
      'export const a = `the ${1} teacher`;',
      'export const a = <p>登记成果</p>;',
      `export const a = { secretary: 1 };`,
    ]) {
      expect(messages([path, code])).toEqual([expect.stringContaining('knows no university')]);
    }
    expect(messages([path, '/** A resource, such as paper. */\nexport const a = 1;'])).toEqual([]);
    expect(messages(['packages/product/src/a.ts', 'export const paper = 1;'])).toEqual([]);
  });

  it('finds the paths of one machine in any text', () => {
    const home = ['', 'home', 'someone', 'x'].join('/');
    expect(messages(['docs/a.md', `see\n${home}`])).toEqual([
      expect.stringContaining('docs/a.md:2'),
    ]);
    expect(messages(['docs/a.md', 'GET /api/home/index, ~/root/, ./home/x'])).toEqual([]);
  });
});

describe('the map', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/architecture.md'), 'utf8');

  it.each(Object.entries(layers))('lists the folders of %s in their order', (root, order) => {
    const section = page.slice(page.indexOf(`### ${root}`)).split('\n### ')[0] ?? '';
    const rows = [...section.matchAll(/^\| ((?:`[^`|]+`(?:, )?)+) \|/gm)].flatMap(([, cell = '']) =>
      // A file of the root stands for the root.
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) =>
        name.endsWith('.ts') ? '.' : name.replace(/\/$/, ''),
      ),
    );
    expect(rows.filter((name) => order.includes(name))).toEqual(order);
  });

  const lines = Object.keys(layers).flatMap((root) => {
    const section = page.slice(page.indexOf(`### ${root}`)).split('\n### ')[0] ?? '';
    return [...section.matchAll(/^\| `([^`]+?)\/?` \| (.+) \|$/gm)].map(
      ([, name = '', sentence = '']) => ({ root, name, sentence }),
    );
  });

  it('says one subject of a folder: no sentence has an “and”', () => {
    expect(lines.length).toBeGreaterThan(150);
    expect(lines.filter(({ sentence }) => / and /.test(sentence))).toEqual([]);
  });

  /** Folders that the sentence of the folder above explains. */
  const within = /^wire\/|(?:^|\/)(?:testing|data|tokens|fixtures|forms|zh|en|pictures)$/;

  it.each(Object.keys(layers))('has a line for every folder of %s', (root) => {
    const base = join(import.meta.dirname, '../..', root);
    const folders = ['*', '*/*', '*/*/*'].flatMap((depth) =>
      globSync(`${depth}/`, { cwd: base }).map((name) => name.replaceAll('\\', '/')),
    );
    const said = lines.filter((line) => line.root === root).map(({ name }) => name);
    const missing = folders
      .map((name) => name.replace(/\/$/, ''))
      .filter(
        (name) => !within.test(name) && !said.some((one) => `${one}/`.startsWith(`${name}/`)),
      );
    expect(missing).toEqual([]);
  });
});
