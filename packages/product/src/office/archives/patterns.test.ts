import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathOf, unknownIn } from './patterns.ts';

test('places are filled in, and signs of paths in values do no harm', () => {
  const values = { deptName: '计算机学院', leader: '林/晓岚', title: '研究..' };
  expect(pathOf('${deptName}/${leader}', values)).toBe('计算机学院/林_晓岚');
  expect(pathOf('${programNum}_${title}', values, '.pdf')).toBe('_研究.pdf');
  expect(pathOf('../${title}', values)).toBe('_/研究');
});

test('a pattern names only places that there are', () => {
  expect(unknownIn('${deptName}/${nobody}_${seq}')).toEqual(['nobody']);
});

test('no part is longer than file systems take, or leads out of its folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      for (const part of pathOf('${title}/${title}', { title }, '.pdf').split('/')) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(130);
        expect(part).not.toMatch(/^\.\.?$|[\\:*?"<>|]/);
        expect(part).not.toBe('');
      }
    }),
  );
});
