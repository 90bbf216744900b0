import { expect, it } from 'vitest';
import { fileNameOf } from './file.ts';

it.each([
  [`attachment; filename="a.xlsx"; filename*=UTF-8''%E8%AE%BA%E6%96%87.xlsx`, '论文.xlsx'],
  ['attachment; filename="a b.pdf"', 'a b.pdf'],
  ['attachment; filename=a.pdf', 'a.pdf'],
  [`attachment; filename*=UTF-8''%E8%AE%B`, '%E8%AE%B'],
  ['inline', undefined],
])('%s → %s', (disposition, name) => {
  expect(fileNameOf(new Headers({ 'Content-Disposition': disposition }))).toBe(name);
});
