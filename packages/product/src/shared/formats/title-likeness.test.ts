import { describe, expect, test } from 'vitest';
import { titleLikeness } from './title-likeness.ts';

describe('titles are nearly the same (R-502)', () => {
  test.each([
    ['基于差分隐私的农田作物长势资源调度', '基于差分隐私的农田作物长势资源调度', 1],
    ['基于差分隐私的农田作物长势资源调度', '基于差分隐私农田作物长势的资源调度', 15 / 17],
    ['基于差分隐私的农田作物长势资源调度', '基于差分隐私的农田作物长势资源调配', 16 / 17],
    ['湖泊水质', '法律适用', 0],
    ['', '湖', 0],
    ['湖', '', 0],
  ])('%j and %j', (one, other, likeness) => {
    expect(titleLikeness(one, other)).toBeCloseTo(likeness, 10);
    expect(titleLikeness(other, one)).toBeCloseTo(likeness, 10);
  });
});
