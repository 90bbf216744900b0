import { expect, test } from 'vitest';
import { fittedSpan, fittingYears, spanChangeNote } from './span.ts';

test('years in the wrong order are exchanged, and the page says so', () => {
  const asked = { from: 2026, to: 2022 };
  expect(fittedSpan(asked)).toEqual({ from: 2022, to: 2026 });
  expect(spanChangeNote(asked, fittedSpan(asked))?.[0]).toBe('开始年度晚于结束年度，已对调');
});

test('more years than are counted are cut at the first one, and the page says so', () => {
  const asked = { from: 1990, to: 2026 };
  expect(fittedSpan(asked)).toEqual({ from: 2007, to: 2026 });
  expect(spanChangeNote(asked, fittedSpan(asked))?.[0]).toBe('最多统计 20 年，已缩短');
});

test('a span that can be asked stays, and nothing is said', () => {
  const asked = { from: 2022, to: 2026 };
  expect(fittedSpan(asked)).toEqual(asked);
  expect(spanChangeNote(asked, asked)).toBeNull();
});

test('only years that fit the other end are offered', () => {
  const offered = fittingYears([2026, 2025, 2024, 2023, 2006, 2005], { from: 2024, to: 2025 });
  expect(offered.from).toEqual([2025, 2024, 2023, 2006]);
  expect(offered.to).toEqual([2026, 2025, 2024]);
});
