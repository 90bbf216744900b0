import type { AttachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { describe, expect, it } from 'vitest';
import { admitFiles, nextCategory, sizeText } from './upload.ts';

const category = (code: string, required: boolean, limit = 2): AttachmentCategory => ({
  code,
  label: [code, code],
  required,
  limit,
});
const file = (size: number) => ({ name: 'a.pdf', size }) as File;

describe('uploads', () => {
  it('refuse files over 100 MB in the words of the spec', () => {
    const { accepted, refusals } = admitFiles(
      [file(1), file(100 * 1024 * 1024), file(100 * 1024 * 1024 + 1)],
      category('01', true, 9),
      0,
    );
    expect(accepted).toHaveLength(2);
    expect(refusals.map(([zh]) => zh)).toEqual(['上传文件大小不能超过【100】MB!']);
  });

  it('take no more than the category holds, counting what is there', () => {
    const { accepted, refusals } = admitFiles([file(1), file(2)], category('全文', true), 1);
    expect(accepted).toHaveLength(1);
    expect(refusals.map(([zh]) => zh)).toEqual(['【全文】最多上传 2 个文件']);
  });

  it('go to the first required category that is empty', () => {
    const categories = [category('01', false), category('02', true), category('03', true)];
    expect(nextCategory(categories, [{ catalog: '02' } as never])?.code).toBe('03');
    expect(
      nextCategory(categories, [{ catalog: '02' } as never, { catalog: '03' } as never])?.code,
    ).toBe('01');
  });

  it('say sizes as people read them', () => {
    expect([0, 999, 318_000, 2_400_000, 100_000_000].map(sizeText)).toEqual([
      '0 B',
      '999 B',
      '318 kB',
      '2.4 MB',
      '100 MB',
    ]);
  });
});
