import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archivePathOf, unknownPlacesIn } from './patterns.ts';

test('places are filled in, and signs of paths in values do no harm', () => {
  const values = { deptName: '计算机学院', leader: '林/晓岚', title: '研究..' };
  expect(archivePathOf('${deptName}/${leader}', values)).toBe('计算机学院/林_晓岚');
  expect(archivePathOf('${programNum}_${title}', values, '.pdf')).toBe('_研究.pdf');
  expect(archivePathOf('../${title}', values)).toBe('_/研究');
});

test('a pattern names only places that there are', () => {
  expect(unknownPlacesIn('${deptName}/${nobody}_${seq}')).toEqual(['nobody']);
});

test('no part is longer than file systems take, or leads out of its folder', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      for (const part of archivePathOf('${title}/${title}', { title }, '.pdf').split('/')) {
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(130);
        expect(part).not.toMatch(/^\.\.?$|[\\:*?"<>|]/);
        expect(part).not.toBe('');
      }
    }),
  );
});

test('a long title makes room for what follows it: the category of a file stays', () => {
  const title =
    '面向复杂湖泊湿地生态系统的多源遥感数据融合与长期变化监测关键技术研究及其在长江中游的应用示范';
  const path = archivePathOf('${title}-${catalogName}', { title, catalogName: '收录证明' }, '.pdf');
  expect(path).toMatch(/^面向复杂.*-收录证明\.pdf$/);
  expect(Buffer.byteLength(path)).toBeLessThanOrEqual(124);
});
