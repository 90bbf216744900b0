import { fill, type Label } from '@keyan/kernel/label.ts';
import { proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';

/** Bar of a share of time, funds or records. */
export interface ShapeBar {
  readonly name: Label;
  /** Percentage; above 100 the bar is full. */
  readonly percent: string;
  /** Figures behind the share. */
  readonly note: Label;
  /** True if overdue or overspent. */
  readonly isOver?: boolean;
  /** True if drawn relative to the largest of several bars; then no percentage is shown. */
  readonly isCompared?: boolean;
}

/** Bar of the elapsed time between two days; empty without a valid span. */
export const timeBar = (
  name: Label,
  { start, end, today }: Readonly<Record<'start' | 'end' | 'today', string>>,
  isGoingOn: boolean,
): readonly ShapeBar[] => {
  if (start === '' || end <= start) return [];
  const [whole, gone] = [daysBetween(start, end), daysBetween(start, today)];
  const spent = Math.min(Math.max(gone, 0), whole);
  return [
    {
      name,
      percent: proportionalAmount(String(spent), '100', String(whole)),
      note: fill(['{start} 至 {end}', '{start} to {end}'], { start, end }),
      isOver: gone > whole && isGoingOn,
    },
  ];
};

/** Bars relative to the largest; empty if all are 0. */
export const comparedBars = (
  figures: readonly { readonly name: Label; readonly value: string; readonly note: Label }[],
): readonly (ShapeBar & { readonly isCompared: true })[] => {
  const most = figures.reduce((top, { value }) => (Number(value) > Number(top) ? value : top), '0');
  if (Number(most) <= 0) return [];
  return figures.map(({ name, value, note }) => ({
    name,
    percent: proportionalAmount(value, '100', most),
    note,
    isCompared: true,
  }));
};
