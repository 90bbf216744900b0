import { assertStepFields } from '@keyan/engine/records/assignee-edits.ts';
import type { StoredRow } from '@keyan/engine/records/behaviour.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { daysAfter } from '../../shared/formats/dates.ts';
import { normaliseUrl } from '../../shared/formats/formats.ts';
import { testCommonValues, validateWork } from './testing.ts';
import { webWork } from './web-work.ts';

const judge = validateWork(webWork);
const rules = { minDays: 7, articleWords: 1000 };

const complete = {
  ...testCommonValues,
  workName: '一座大堤的故事',
  webWorkType: '01',
  platformName: '中国青年网',
  platformLevel: '01',
  publishDate: '2026-11-16',
  url: 'https://www.example.cn/a/1',
  wordCount: '1000',
  readNum: 12_000,
  statDate: '2026-11-23',
};

describe('internet culture', () => {
  test('is registered a week after its publication; the school sets the days', () => {
    expect(judge(complete, rules).faults).toEqual([]);
    const fresh = { ...complete, publishDate: '2026-11-17' };
    expect(judge(fresh, rules).faults).toEqual(['publishDate: 发布满 7 天后方可登记']);
    expect(judge(fresh, { ...rules, minDays: 0 }).faults).toEqual([]);
  });

  test('an article has a thousand words, a film need not', () => {
    const short = { ...complete, wordCount: '999.9' };
    expect(judge(short, rules).faults).toEqual(['wordCount: 网络文章不得少于 1000 字']);
    expect(judge({ ...short, webWorkType: '02' }, rules).faults).toEqual([]);
  });

  test('is counted on a day between its publication and today (R-505)', () => {
    expect(judge({ ...complete, statDate: '2026-11-15' }, rules).faults).toEqual([
      'statDate: 【数据统计日期】不能早于【发布日期】',
    ]);
  });

  test('has the grade that the office gives it, whatever its writer sends', () => {
    expect(judge({ ...complete, equalLevel: 'A1' }, rules).row.equalLevel).toBeNull();
  });

  test('nobody agrees at the step that decides the grade without one', () => {
    const [deciding, ...others] = webWork.processes
      .flatMap(({ steps }) => steps)
      .filter((step) => 'editable' in step && step.editable?.includes('equalLevel'));
    expect([deciding?.key, others]).toEqual(['rdAchieve', []]);
    const { editable = [] } = deciding as { readonly editable?: readonly string[] };
    const { row } = judge(complete, rules);
    const agree = (equalLevel: string | null) =>
      assertStepFields(untypedResource(webWork), editable, {
        ...row,
        equalLevel,
      } as unknown as StoredRow);
    expect(() => agree('A1')).not.toThrow();
    expect(() => agree(null)).toThrow(
      expect.objectContaining({ faults: [expect.objectContaining({ path: 'equalLevel' })] }),
    );
  });

  test('one page has one address, however it is written', () => {
    expect(normaliseUrl('http://Example.cn/a/1/?utm_source=x&utm_medium=y')).toBe('example.cn/a/1');
    expect(normaliseUrl('https://www.example.cn/a?id=1&utm_source=x')).toBe('example.cn/a?id=1');
    expect(normaliseUrl('https://example.cn/#/a')).not.toBe(normaliseUrl('https://example.cn/#/b'));
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const once = normaliseUrl(address);
        expect(normaliseUrl(`https://www.${once}`)).toBe(once);
      }),
      { numRuns: 30 },
    );
  });

  test('days are counted over months and years', () => {
    expect(daysAfter('2026-12-28', 7)).toBe('2027-01-04');
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29');
  });
});
