import { repeatFindings } from '@keyan/engine/workbooks/repeats.ts';
import { parsePeriod, periodEnd } from '@keyan/kernel/workflow/period.ts';
import { expect, test } from 'vitest';
import { shippedDays } from './holidays.ts';
import { workDay } from './work-day.ts';

const weekday = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

test('a day stands once, and only weekends are worked', () => {
  expect(new Set(shippedDays.map(({ day }) => day)).size).toBe(shippedDays.length);
  for (const { day, kind } of shippedDays) {
    if (kind === '1') expect([0, 6], day).toContain(weekday(day));
  }
});

test('both years have every public holiday, those of 2027 as many days off as the regulation gives', () => {
  const off = (year: string, name: string) =>
    shippedDays.filter((one) => one.day.startsWith(year) && one.kind === '0' && one.note === name);
  const regulation = { 元旦: 1, 春节: 4, 清明节: 1, 劳动节: 2, 端午节: 1, 中秋节: 1, 国庆节: 3 };
  for (const [name, days] of Object.entries(regulation)) {
    expect(off('2026', name).length, name).toBeGreaterThanOrEqual(days);
    // A day on a weekend is given back behind it.
    const weekends = off('2027', name).filter(({ day }) => weekday(day) % 6 === 0).length;
    expect(off('2027', name).length - weekends, name).toBe(days);
  }
});

test('five work days over the National Day end behind it', () => {
  const calendar = new Map(shippedDays.map(({ day, kind }) => [day, kind === '1']));
  const period = parsePeriod('5wd');
  if (!period) throw new Error('no period');
  const end = periodEnd(new Date('2026-09-29T02:00:00Z'), period, calendar);
  expect(end.toISOString()).toBe('2026-10-12T02:00:00.000Z');
});

test('in an imported year, days of one holiday are no repetitions, and a day that stands twice is', async () => {
  const row = (number: number, input: object) => ({
    row: number,
    input: { ...input },
    faults: [],
    lines: {},
  });
  const year = shippedDays.map((day, at) => row(at + 2, day));
  const once = await repeatFindings(workDay, year);
  expect([once.faults.size, once.notes.size]).toEqual([0, 0]);
  const again = row(1000, { ...shippedDays[0] });
  const twice = await repeatFindings(workDay, [...year, again]);
  expect([...twice.faults.keys()]).toEqual([1000]);
});
