import { fill, type Label } from '@keyan/kernel/label.ts';
import { proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { daysBetween } from '@keyan/kernel/values/time.ts';

/** A share of time, money or records. */
export interface ShapeBar {
  readonly name: Label;
  /** In percent; over 100 it is drawn full. */
  readonly percent: string;
  /** Figures behind the share. */
  readonly note: Label;
  /** Past its measure: overdue, or more spent than is there. */
  readonly isOver?: boolean;
  /** Drawn beside others, the largest of which is full: its share is not written. */
  readonly isCompared?: boolean;
}

/** Elapsed time from the first to the last day; none where they make no span. */
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

/** Figures beside each other, the largest of which is the full bar; none where all are nothing. */
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
