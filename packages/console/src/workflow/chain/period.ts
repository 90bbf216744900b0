import type { Label } from '@keyan/kernel/label.ts';

/** Labels of the units of a period. */
export const periodUnits = {
  wd: ['个工作日', 'working days'],
  D: ['天', 'days'],
  W: ['周', 'weeks'],
  H: ['小时', 'hours'],
} as const satisfies Record<string, Label>;
export type PeriodUnit = keyof typeof periodUnits;

export interface Period {
  readonly count: number;
  readonly unit: PeriodUnit;
}

/** Parses `5wd`, `P5D`, `P1W`, `PT48H`; undefined for any other period. */
export const readPeriod = (text: string): Period | undefined => {
  const work = /^(\d+)wd$/.exec(text);
  if (work) return { count: Number(work[1]), unit: 'wd' };
  const [, hours, count, letter] = /^P(T)?(\d+)([DWH])$/.exec(text) ?? [];
  if ((letter === 'H') !== (hours === 'T') || letter === undefined) return undefined;
  return { count: Number(count), unit: letter as PeriodUnit };
};

export const writePeriod = ({ count, unit }: Period): string => {
  if (unit === 'wd') return `${count}wd`;
  return unit === 'H' ? `PT${count}H` : `P${count}${unit}`;
};

export const periodLengthLabel = ({ count, unit }: Period): Label => [
  `${count} ${periodUnits[unit][0]}`,
  `${count} ${periodUnits[unit][1]}`,
];

export const printPeriod = (period: Period): Label => {
  const [zh, en] = periodLengthLabel(period);
  return [`等待 ${zh}`, `Waits ${en}`];
};
