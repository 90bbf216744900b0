import type { Label } from '@keyan/kernel/label.ts';
import { dateOfText, timeText } from '@keyan/kernel/values/time.ts';

// Schedules of six fields (second, minute, hour, day, month, day of the week) in the syntax of
// BladeX: `0 0 3 * * ?`. Days of the week count from Sunday = 1, as in Quartz. Times are in
// Asia/Shanghai, which has no daylight saving.

interface Bounds {
  readonly label: Label;
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const weekdays = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];

const places = {
  second: { label: ['秒', 'second'], least: 0, most: 59 },
  minute: { label: ['分', 'minute'], least: 0, most: 59 },
  hour: { label: ['时', 'hour'], least: 0, most: 23 },
  day: { label: ['日', 'day'], least: 1, most: 31 },
  month: { label: ['月', 'month'], least: 1, most: 12, names: months },
  weekday: { label: ['周', 'day of the week'], least: 1, most: 7, names: weekdays },
} as const satisfies Readonly<Record<string, Bounds>>;

type Place = keyof typeof places;
const order = Object.keys(places) as readonly Place[];

/** Permitted values of each field; 32 means the last day of the month. */
export type CronFields = Readonly<Record<Place, readonly number[]>> & {
  /** Fields of the expression as written. */
  readonly text: readonly string[];
};

const lastDay = 32;

/** Number or name of a field’s value; null for any other text. */
const numberAt = (text: string, { least, most, names }: Bounds): number | null => {
  const named = names?.indexOf(text.toUpperCase()) ?? -1;
  const value = named >= 0 ? named + least : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
};

// Values of a term of a field: `5`, `1-5`, `*`, `0/15`, `*/15`, `MON-FRI`; null for any other text.
const rangeOf = (text: string, bounds: Bounds): readonly number[] | null => {
  const [, body = '', step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(text) ?? [];
  if (body === '' || step === '0') return null;
  const all = body === '*' || body === '?';
  const [first = '', last] = body.split('-');
  const from = all ? bounds.least : numberAt(first, bounds);
  const alone = step === undefined ? from : bounds.most;
  const to = all ? bounds.most : last === undefined ? alone : numberAt(last, bounds);
  if (from === null || to === null || to < from) return null;
  const stride = Number(step ?? 1);
  return Array.from(
    { length: Math.floor((to - from) / stride) + 1 },
    (_, index) => from + index * stride,
  );
};

const fieldOf = (place: Place, text: string): readonly number[] | null => {
  if (place === 'day' && text.toUpperCase() === 'L') return [lastDay];
  if (text === '?' && place !== 'day' && place !== 'weekday') return null;
  const parts = text.split(',').map((part) => rangeOf(part, places[place]));
  return parts.some((part) => part === null)
    ? null
    : [...new Set(parts.flatMap((part) => part ?? []))].sort((one, other) => one - other);
};

/** Parses a schedule; returns the reason if the text is invalid. */
export const readCron = (text: string): CronFields | Label => {
  const parts = text.trim().split(/\s+/);
  if (parts.length !== order.length) {
    return [
      '执行计划应为六段：秒 分 时 日 月 周，如 0 0 3 * * ?',
      'A schedule has six parts: second minute hour day month weekday, such as 0 0 3 * * ?',
    ];
  }
  const fields = order.map((place, index) => fieldOf(place, parts[index] ?? ''));
  const wrong = fields.indexOf(null);
  if (wrong >= 0) {
    const [zh, en] = places[order[wrong] ?? 'second'].label;
    return [
      `执行计划第 ${wrong + 1} 段（${zh}）“${parts[wrong]}”不正确`,
      `Part ${wrong + 1} (${en}), “${parts[wrong]}”, is wrong`,
    ];
  }
  if (parts[3] !== '?' && parts[3] !== '*' && parts[5] !== '?' && parts[5] !== '*') {
    return [
      '执行计划的日和周不能同时指定，其中一段填 ?',
      'Day and weekday cannot both be given; write ? for one of them',
    ];
  }
  const named: Partial<Record<Place, readonly number[]>> = Object.fromEntries(
    order.map((place, index) => [place, fields[index] ?? []]),
  );
  return { ...(named as Record<Place, readonly number[]>), text: parts };
};

/** True if the text was a valid schedule. */
export const isCron = (given: CronFields | Label): given is CronFields => !Array.isArray(given);

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Maximum number of days searched: schedules without a valid day (30 February) end there. */
const maxSearchedDays = 366 * 9;
const dayLength = 86_400_000;

/** True if the schedule has a time on the day (given as noon UTC of that calendar day). */
const hasDay = (cron: CronFields, noon: Date): boolean => {
  const [day, month] = [noon.getUTCDate(), noon.getUTCMonth() + 1];
  const next = new Date(noon.getTime() + dayLength);
  const isLast = next.getUTCDate() === 1;
  return (
    cron.month.includes(month) &&
    (cron.day.includes(day) || (isLast && cron.day.includes(lastDay))) &&
    cron.weekday.includes(noon.getUTCDay() + 1)
  );
};

/** Next times of the schedule after a moment, at most `count`. */
export const nextScheduledTimes = (
  cron: CronFields,
  after: Date,
  count: number,
): readonly Date[] => {
  const found: Date[] = [];
  const from = timeText(after);
  const first = Date.parse(`${from.slice(0, 10)}T12:00:00Z`);
  for (let ahead = 0; ahead < maxSearchedDays && found.length < count; ahead += 1) {
    const noon = new Date(first + ahead * dayLength);
    if (!hasDay(cron, noon)) continue;
    const day = noon.toISOString().slice(0, 10);
    for (const hour of cron.hour) {
      for (const minute of cron.minute) {
        for (const second of cron.second) {
          const time = `${day} ${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
          if (time <= from) continue;
          found.push(dateOfText(time));
          if (found.length === count) return found;
        }
      }
    }
  }
  return found;
};

const weekdayWords: readonly Label[] = [
  ['日', 'Sunday'],
  ['一', 'Monday'],
  ['二', 'Tuesday'],
  ['三', 'Wednesday'],
  ['四', 'Thursday'],
  ['五', 'Friday'],
  ['六', 'Saturday'],
];

const dayOfMonth = (day: number): Label =>
  day === lastDay ? ['最后一天', 'the last day'] : [`${day} 日`, `day ${day}`];

/** Names of days of the week; three or more consecutive days as a range. */
const weekdaysNamed = (days: readonly number[]): Label => {
  const named = days.flatMap((one) => weekdayWords.slice(one - 1, one));
  const [first, last] = [named[0], named.at(-1)];
  const isRun = days.length > 2 && days.every((one, index) => one === (days[0] ?? 0) + index);
  return isRun && first && last
    ? [`${first[0]}至周${last[0]}`, `${first[1]} to ${last[1]}`]
    : listed(named);
};

/** Joins words as a list, in both languages. */
const listed = (words: readonly Label[]): Label => [
  words.map(([zh]) => zh).join('、'),
  words.map(([, en]) => en).join(', '),
];

const isAny = (text: string | undefined): boolean => text === '*' || text === '?';

// Step of `0/15` or `*/15` starting at 0; null for any other text.
const stepOf = (text: string | undefined): number | null => {
  const [, step] = /^(?:\*|0)\/(\d+)$/.exec(text ?? '') ?? [];
  return step === undefined ? null : Number(step);
};

const dayWords = (cron: CronFields): Label => {
  const [, , , day, month, weekday] = cron.text;
  const of: Label = isAny(month)
    ? ['', '']
    : [`${cron.month.join('、')} 月`, ` of month ${cron.month.join(', ')}`];
  if (!isAny(weekday)) {
    const [zh, en] = weekdaysNamed(cron.weekday);
    return [`${of[0]}每周${zh}`, `every ${en}${of[1]}`];
  }
  if (isAny(day))
    return of[0] === '' ? ['每天', 'every day'] : [`${of[0]}每天`, `every day${of[1]}`];
  const [zh, en] = listed(cron.day.map(dayOfMonth));
  return of[0] === ''
    ? [`每月 ${zh}`, `monthly on ${en}`]
    : [`每年 ${of[0]} ${zh}`, `on ${en}${of[1]}`];
};

const maxNamedTimes = 4;

const timeWords = (cron: CronFields): Label => {
  const [second, minute, hour] = cron.text;
  const [seconds, minutes, hours] = [stepOf(second), stepOf(minute), stepOf(hour)];
  if (isAny(second) && isAny(minute) && isAny(hour)) return ['每秒', 'every second'];
  if (seconds !== null && isAny(minute) && isAny(hour))
    return [`每 ${seconds} 秒`, `every ${seconds} seconds`];
  if (isAny(minute) && isAny(hour)) return ['每分钟', 'every minute'];
  if (minutes !== null && isAny(hour)) return [`每 ${minutes} 分钟`, `every ${minutes} minutes`];
  const past = `${twoDigits(cron.minute[0] ?? 0)}`;
  if (isAny(hour) && cron.minute.length === 1)
    return [`每小时 ${past} 分`, `${past} past every hour`];
  if (hours !== null && cron.minute.length === 1)
    return [`每 ${hours} 小时（${past} 分）`, `every ${hours} hours at ${past} past`];
  const times = cron.hour.flatMap((one) =>
    cron.minute.map((at) => `${twoDigits(one)}:${twoDigits(at)}`),
  );
  const shown = times.slice(0, maxNamedTimes);
  return times.length > shown.length
    ? [`${shown.join('、')} 等 ${times.length} 次`, `${shown.join(', ')} … (${times.length} times)`]
    : [shown.join('、'), `at ${shown.join(', ')}`];
};

/** Schedule in words: `每天 03:00`, `every day at 03:00`. */
export const cronLabel = (cron: CronFields): Label => {
  const [day, time] = [dayWords(cron), timeWords(cron)];
  const isDaily = [cron.text[3], cron.text[4], cron.text[5]].every(isAny);
  const isOften = time[1].startsWith('every') || time[1].includes('past every');
  return isDaily && isOften ? time : [`${day[0]} ${time[0]}`, `${day[1]} ${time[1]}`];
};
