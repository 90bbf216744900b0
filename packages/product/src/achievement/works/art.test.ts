import { describe, expect, test } from 'vitest';
import { art } from './art.ts';
import { shownWorkValues, validateWork } from './testing.ts';

const judge = validateWork(art);

const complete = {
  ...shownWorkValues,
  workName: '江汉春耕图',
  artType: '01',
  createDate: '2026-03-20',
  publishDate: '2026-05-01',
  exhibitName: '第十四届全省美术作品展览',
  hostUnit: '省美术家协会',
};

describe('an art work', () => {
  test('is complete with what its form marks as required', () => {
    expect(judge(complete)).toMatchObject({
      faults: [],
      row: { statYear: 2026, firstAuthor: '阮若谷', collectUnit: null },
    });
  });

  test('is finished before it is shown, and neither lies ahead (R-505)', () => {
    expect(judge({ ...complete, createDate: '2026-05-02' }).faults).toEqual([
      'publishDate: 【展出（发表）日期】不能早于【完成日期】',
    ]);
    expect(judge({ ...complete, publishDate: '2026-12-01' }).faults).toEqual([
      'publishDate: 【展出（发表）日期】不能晚于今天',
    ]);
  });

  test('names who has it only where it was collected', () => {
    const collectUnit = '省美术馆';
    expect(judge({ ...complete, collectUnit }).row.collectUnit).toBeNull();
    expect(judge({ ...complete, isCollected: '1', collectUnit }).row).toMatchObject({
      collectUnit,
    });
  });

  test('is the same where title, exhibition and first author are (R-502)', () => {
    const occasion = (over: object) => judge({ ...complete, ...over }).row.occasion as string;
    const key = art.fields.occasion.spec.unique ?? String;
    expect(key(occasion({ workName: '江汉 春耕图。' }))).toBe(key(occasion({})));
    expect(key(occasion({ exhibitName: '《江陵美术》' }))).not.toBe(key(occasion({})));
    expect(judge({ ...complete, exhibitName: '' }).row.occasion).toBeNull();
  });
});
