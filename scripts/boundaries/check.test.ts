import { describe, expect, it } from 'vitest';
import { checkBoundaries, type Manifest, type SourceFile } from './check.ts';

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
    ['packages/engine/src/deep/a.ts', '../b.ts'],
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

  it('finds circles that exist at run time, and leaves those of types alone', () => {
    const a = 'packages/kernel/src/a.ts';
    const b = 'packages/kernel/src/b.ts';
    expect(
      messages([a, `import { b } from './b.ts';\nb();`], [b, `import { a } from './a.ts';\na();`]),
    ).toEqual([expect.stringContaining(`circle of imports: ${a} → ${b} → ${a}`)]);
    expect(
      messages(
        [a, `import type { B } from './b.ts';\nexport type A = B;`],
        [b, `import './a.ts';`],
      ),
    ).toEqual([]);
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
