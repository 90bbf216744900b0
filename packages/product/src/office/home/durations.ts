import type { Label } from '@keyan/kernel/label.ts';

/** Maximum hours shown in hours; longer durations are shown in days. */
const maxHoursShownAsHours = 48;

interface TimeUnit {
  readonly hours: number;
  readonly label: Label;
}

const inHours: TimeUnit = { hours: 1, label: ['小时', 'hours'] };
const inDays: TimeUnit = { hours: 24, label: ['天', 'days'] };

/** Unit for a list of durations, by its longest. */
export const unitOfTimes = (longest: number): TimeUnit =>
  longest > maxHoursShownAsHours ? inDays : inHours;

/** Duration in a unit, with one decimal. */
export const inUnit = (hours: number, unit: TimeUnit): number =>
  Math.round((hours / unit.hours) * 10) / 10;

/** Duration in words: `12.5 小时`; `140.7 天` from two days on. */
export const timeSpent = (hours: number): Label => {
  const unit = unitOfTimes(hours);
  const text = inUnit(hours, unit).toFixed(1);
  return [`${text} ${unit.label[0]}`, `${text} ${unit.label[1]}`];
};
