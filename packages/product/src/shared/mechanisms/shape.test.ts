import { expect, test } from 'vitest';
import { comparedBars, timeBar } from './shape.ts';

const name = ['时间', 'Time'] as const;
const span = { start: '2026-01-01', end: '2026-01-11' };

test('time is drawn from the first to the last day and stays within', () => {
  const on = (today: string) => timeBar(name, { ...span, today }, true)[0];
  expect(on('2026-01-06')).toMatchObject({ percent: '50.00', isOver: false });
  expect(on('2025-12-01')).toMatchObject({ percent: '0.00', isOver: false });
  expect(on('2026-02-01')).toMatchObject({ percent: '100.00', isOver: true });
  expect(timeBar(name, { ...span, today: '2026-02-01' }, false)[0]?.isOver).toBe(false);
});

test('days that make no span draw nothing', () => {
  expect(timeBar(name, { start: '', end: '2026-01-11', today: '2026-01-06' }, true)).toEqual([]);
  expect(timeBar(name, { start: '2026-01-11', end: '2026-01-01', today: '' }, true)).toEqual([]);
});

test('figures are drawn beside the largest', () => {
  const of = (value: string) => ({ name, value, note: name });
  expect(comparedBars([of('50.00'), of('200.00')]).map(({ percent }) => percent)).toEqual([
    '25.00',
    '100.00',
  ]);
  expect(comparedBars([of('0.00')])).toEqual([]);
  expect(comparedBars([])).toEqual([]);
});
