import { fill, type Label } from '@keyan/kernel/label.ts';

const names = {
  newYear: ['元旦', 'New Year’s Day'],
  spring: ['春节', 'Spring Festival'],
  tombs: ['清明节', 'Tomb-Sweeping Day'],
  labour: ['劳动节', 'Labour Day'],
  boats: ['端午节', 'Dragon Boat Festival'],
  autumn: ['中秋节', 'Mid-Autumn Festival'],
  national: ['国庆节', 'National Day'],
} as const satisfies Record<string, Label>;

/** Consecutive days off, with the weekend days worked in exchange. */
export interface HolidayRun {
  readonly name: Label;
  /** First and last day off, `YYYY-MM-DD`. */
  readonly off: readonly [from: string, to: string];
  /** Weekend days worked in exchange, `YYYY-MM-DD`. */
  readonly worked: readonly string[];
}

/**
 * Holidays by year. The days of 2026 follow the State Council's notice (国办发明电〔2025〕7号). The days of 2027 follow the
 * regulation on public holidays (国务院令第795号, 2025), with the working days that it gives back for holidays on a weekend;
 * a later notice may move days, which a school imports or edits.
 */
export const holidayRuns: readonly HolidayRun[] = [
  { name: names.newYear, off: ['2026-01-01', '2026-01-03'], worked: ['2026-01-04'] },
  { name: names.spring, off: ['2026-02-15', '2026-02-23'], worked: ['2026-02-14', '2026-02-28'] },
  { name: names.tombs, off: ['2026-04-04', '2026-04-06'], worked: [] },
  { name: names.labour, off: ['2026-05-01', '2026-05-05'], worked: ['2026-05-09'] },
  { name: names.boats, off: ['2026-06-19', '2026-06-21'], worked: [] },
  { name: names.autumn, off: ['2026-09-25', '2026-09-27'], worked: [] },
  { name: names.national, off: ['2026-10-01', '2026-10-07'], worked: ['2026-09-20', '2026-10-10'] },
  { name: names.newYear, off: ['2027-01-01', '2027-01-01'], worked: [] },
  { name: names.spring, off: ['2027-02-05', '2027-02-10'], worked: [] },
  { name: names.tombs, off: ['2027-04-05', '2027-04-05'], worked: [] },
  { name: names.labour, off: ['2027-05-01', '2027-05-04'], worked: [] },
  { name: names.boats, off: ['2027-06-09', '2027-06-09'], worked: [] },
  { name: names.autumn, off: ['2027-09-15', '2027-09-15'], worked: [] },
  { name: names.national, off: ['2027-10-01', '2027-10-05'], worked: [] },
];

/** Row of the calendar; kind `0` off, `1` worked. */
export interface CalendarDay {
  readonly day: string;
  readonly kind: '0' | '1';
  readonly note: string;
}

const dayMs = 86_400_000;

const daysBetween = ([from, to]: HolidayRun['off']): readonly string[] => {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: (last - first) / dayMs + 1 }, (_, index) =>
    new Date(first + index * dayMs).toISOString().slice(0, 10),
  );
};

const working: Label = ['{name}调休', 'Working day for {name}'];
const moved = (name: Label): string => fill(working, { name })[0];

/** Calendar days shipped with the product; their notes are in Chinese. */
export const shippedDays: readonly CalendarDay[] = holidayRuns.flatMap(({ name, off, worked }) => [
  ...daysBetween(off).map((day): CalendarDay => ({ day, kind: '0', note: name[0] })),
  ...worked.map((day): CalendarDay => ({ day, kind: '1', note: moved(name) })),
]);
