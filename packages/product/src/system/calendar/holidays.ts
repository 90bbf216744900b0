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

/** A run of days that differ from the week. */
export interface HolidayRun {
  readonly name: Label;
  /** The first and the last day off. */
  readonly off: readonly [from: string, to: string];
  /** Weekends that are worked for it. */
  readonly worked: readonly string[];
}

/**
 * The days of 2026 are those of the State Council's notice (国办发明电〔2025〕7号). Those of 2027 are what the
 * regulation on public holidays (国务院令第795号, 2025) fixes, with the working days after a weekend that it gives back:
 * a notice may move more, which a school imports or edits.
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

/** A row of the calendar: `0` off, `1` worked. */
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

/** The days that come with the product; their notes are in Chinese, as administrators keep them. */
export const shippedDays: readonly CalendarDay[] = holidayRuns.flatMap(({ name, off, worked }) => [
  ...daysBetween(off).map((day): CalendarDay => ({ day, kind: '0', note: name[0] })),
  ...worked.map((day): CalendarDay => ({ day, kind: '1', note: moved(name) })),
]);
