import { expect, test } from 'vitest';
import { barOf, placeOf, windowOf, yearsOf } from './span.ts';

test('bars lie within a window of whole years that today is part of', () => {
  const window = windowOf(['2024-03-01', '2025-12-31'], '2026-11-30');
  expect(window).toEqual(['2024-01-01', '2027-01-01']);
  expect(yearsOf(window)).toEqual([2024, 2025, 2026]);
  expect(placeOf('2024-01-01', window)).toBe(0);
  expect(Math.round(placeOf('2025-07-02', window))).toBe(50);
  const { start, width } = barOf('2024-01-01', '2026-12-31', window);
  expect([start, Math.round(width)]).toEqual([0, 100]);
  expect(barOf('2026-01-01', '2026-01-01', window).width).toBe(0.5);
  // Days outside stand at the edge.
  expect([placeOf('2020-01-01', window), placeOf('2030-01-01', window)]).toEqual([0, 100]);
});
