import { describe, expect, test } from 'vitest';
import { dateOfText, timeText } from '../values/time.ts';
import type { Period, WorkCalendar } from './period.ts';
import { parsePeriod, periodEnd } from './period.ts';

const ends = (from: string, text: string, calendar: WorkCalendar = new Map()): string =>
  timeText(periodEnd(dateOfText(from), parsePeriod(text) as Period, calendar));

test('a period is work days or a duration; everything else is refused', () => {
  expect(parsePeriod('5wd')).toEqual({ is: 'workDays', days: 5 });
  expect(parsePeriod('P5D')).toEqual({ is: 'elapsed', hours: 120 });
  expect(parsePeriod('P1W')).toEqual({ is: 'elapsed', hours: 168 });
  expect(parsePeriod('PT48H')).toEqual({ is: 'elapsed', hours: 48 });
  expect(parsePeriod('P1DT12H')).toEqual({ is: 'elapsed', hours: 36 });
  for (const text of ['', 'P', 'PT', 'P0D', '0wd', '400wd', 'P400D', '5', 'P5M', ' 5wd', '-5wd']) {
    expect(parsePeriod(text), text).toBeUndefined();
  }
});

describe('work days', () => {
  test('end at the same time of day and leave weekends out', () => {
    // A Thursday.
    expect(ends('2026-11-19 10:30:00', '1wd')).toBe('2026-11-20 10:30:00');
    expect(ends('2026-11-19 10:30:00', '5wd')).toBe('2026-11-26 10:30:00');
    expect(ends('2026-11-19 10:30:00', 'P5D')).toBe('2026-11-24 10:30:00');
  });

  test('that begin on a day off count from the next work day', () => {
    expect(ends('2026-11-21 15:00:00', '1wd')).toBe('2026-11-24 00:00:00');
  });

  test('follow the calendar: holidays are left out, worked weekends count', () => {
    const calendar = new Map([
      ['2026-11-20', false],
      ['2026-11-21', true],
    ]);
    expect(ends('2026-11-19 10:30:00', '1wd', calendar)).toBe('2026-11-21 10:30:00');
    expect(ends('2026-11-19 10:30:00', '2wd', calendar)).toBe('2026-11-23 10:30:00');
  });

  test('are days of Shanghai', () => {
    // Still Thursday in UTC, Friday in Shanghai.
    expect(ends('2026-11-20 01:00:00', '1wd')).toBe('2026-11-23 01:00:00');
  });
});
