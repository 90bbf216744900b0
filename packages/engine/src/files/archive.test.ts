import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { unzipFiles } from '../testing/unzip.ts';
import { safePathPart, uniquePath, zipArchive } from './archive.ts';

test('files come out as they went in, under their names in any language', async () => {
  const out = zipArchive([
    { path: '论文/正文.pdf', open: async () => Readable.from([Buffer.from('one')]) },
    { path: '论文/封面.png', open: async () => Readable.from([Buffer.from('two')]) },
  ]);
  const files = await unzipFiles(await buffer(out));
  expect([...files].map(([path, content]) => [path, content.toString()])).toEqual([
    ['论文/正文.pdf', 'one'],
    ['论文/封面.png', 'two'],
  ]);
});

test('one file is open at a time', async () => {
  let open = 0;
  let most = 0;
  const file = (path: string) => ({
    path,
    open: async () => {
      open += 1;
      most = Math.max(most, open);
      return Readable.from([Buffer.alloc(100_000)]).once('close', () => {
        open -= 1;
      });
    },
  });
  await buffer(zipArchive(Array.from({ length: 20 }, (_, index) => file(`${index}`))));
  expect(most).toBe(1);
});

test('a file that cannot be read breaks the archive off instead of ending it well', async () => {
  const out = zipArchive([
    { path: 'a', open: async () => Readable.from(['a']) },
    { path: 'b', open: () => Promise.reject(new Error('gone')) },
  ]);
  await expect(buffer(out)).rejects.toThrow('gone');
});

test('whoever breaks off while a file is being opened leaves none open', async () => {
  const { promise, resolve } = Promise.withResolvers<Readable>();
  const asked = Promise.withResolvers<void>();
  const out = zipArchive([
    {
      path: 'a',
      open: () => {
        asked.resolve();
        return promise;
      },
    },
  ]);
  await asked.promise;
  out.destroy();
  const late = Readable.from(['a']);
  resolve(late);
  await promise;
  expect(late.destroyed).toBe(true);
});

test.each([
  ['a/b\\c:d*e?f"g<h>i|j\n', 'a_b_c_d_e_f_g_h_i_j_'],
  ['..', '_'],
  ['.hidden. ', 'hidden'],
  ['字'.repeat(200), '字'.repeat(80)],
  [`a${'字'.repeat(200)}.v2.docx`, `a${'字'.repeat(78)}.docx`],
  ['x'.repeat(200), 'x'.repeat(100)],
])('%j is %j in a path', (text, part) => {
  expect(safePathPart(text)).toBe(part);
});

test('a name that is taken gets a number before its ending', () => {
  const taken = new Set<string>();
  expect(
    ['a/b.pdf', 'a/B.pdf', 'a/b.pdf', 'a', 'a'].map((path) => uniquePath(taken, path)),
  ).toEqual(['a/b.pdf', 'a/B (2).pdf', 'a/b (3).pdf', 'a', 'a (2)']);
});
