import { dateOfText, timeText } from '@keyan/kernel/values/time.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CronFields, cronLabel, isCron, nextScheduledTimes, readCron } from './cron.ts';

const cron = (text: string): CronFields => {
  const read = readCron(text);
  if (!isCron(read)) throw new Error(read[0]);
  return read;
};
const next = (text: string, after: string, count = 1) =>
  nextScheduledTimes(cron(text), dateOfText(after), count).map(timeText);

describe('the next times of a schedule, in Shanghai', () => {
  test.each([
    ['0 0 3 * * ?', '2026-03-01 03:00:00', ['2026-03-02 03:00:00']],
    [
      '0 0/15 8-9 ? * MON-FRI',
      '2026-02-28 12:00:00',
      ['2026-03-02 08:00:00', '2026-03-02 08:15:00'],
    ],
    ['0 30 23 L * ?', '2026-02-01 00:00:00', ['2026-02-28 23:30:00', '2026-03-31 23:30:00']],
    ['0 0 0 29 2 ?', '2026-03-01 00:00:00', ['2028-02-29 00:00:00']],
    // Days of the week count from Sunday = 1.
    ['0 0 4 ? * 1', '2026-05-01 00:00:00', ['2026-05-03 04:00:00']],
    ['15 0 0 1 1,7 ?', '2026-01-01 00:00:15', ['2026-07-01 00:00:15']],
  ])('%s after %s', (text, after, times) => {
    expect(next(text, after, times.length)).toEqual(times);
  });

  test('a day that never comes has no time', () => {
    expect(next('0 0 3 30 2 ?', '2026-01-01 00:00:00')).toEqual([]);
  });

  test('times grow, and each is one of the schedule', () => {
    const value = (least: number, most: number) => fc.integer({ min: least, max: most });
    fc.assert(
      fc.property(
        value(0, 59),
        value(0, 23),
        value(1, 28),
        value(1, 1e6),
        (minute, hour, day, past) => {
          const after = new Date(dateOfText('2026-01-01').getTime() + past * 60_000);
          const times = nextScheduledTimes(cron(`0 ${minute} ${hour} ${day} * ?`), after, 5);
          expect(times).toHaveLength(5);
          for (const [at, time] of times.entries()) {
            expect(time.getTime()).toBeGreaterThan((times[at - 1] ?? after).getTime());
            expect(timeText(time).slice(8)).toBe(
              [day, hour, minute, 0]
                .map((part) => String(part).padStart(2, '0'))
                .join(':')
                .replace(':', ' '),
            );
          }
        },
      ),
    );
  });
});

test.each([
  ['0 0 3 * *', '执行计划应为六段'],
  ['0 60 3 * * ?', '执行计划第 2 段（分）“60”不正确'],
  ['0 0 3 ? * MONDAY', '执行计划第 6 段（周）“MONDAY”不正确'],
  ['0 0 3 1 * MON', '执行计划的日和周不能同时指定'],
  ['0 5/0 3 * * ?', '执行计划第 2 段（分）“5/0”不正确'],
])('%s is refused in words', (text, words) => {
  const read = readCron(text);
  expect(isCron(read) ? '' : read[0]).toContain(words);
});

test.each([
  ['0 0 3 * * ?', '每天 03:00', 'every day at 03:00'],
  ['0 0/15 * * * ?', '每 15 分钟', 'every 15 minutes'],
  ['0 0 8,20 ? * MON-FRI', '每周一至周五 08:00、20:00', 'every Monday to Friday at 08:00, 20:00'],
  ['0 0 8 ? * MON,FRI', '每周一、五 08:00', 'every Monday, Friday at 08:00'],
  ['0 30 2 1 * ?', '每月 1 日 02:30', 'monthly on day 1 at 02:30'],
  ['0 30 2 L 6,12 ?', '每年 6、12 月 最后一天 02:30', 'on the last day of month 6, 12 at 02:30'],
  ['0 5 0/2 * * ?', '每 2 小时（05 分）', 'every 2 hours at 05 past'],
])('%s in words', (text, zh, en) => {
  const words = cronLabel(cron(text));
  expect(words[0]).toBe(zh);
  if (en) expect(words[1]).toBe(en);
});
