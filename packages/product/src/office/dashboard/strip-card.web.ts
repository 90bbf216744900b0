import type { Label } from '@keyan/kernel/label.ts';
import type { Answer } from '../../figures/figure.ts';
import type { Card } from '../home/figures.ts';
import { shortYuan } from '../home/money.ts';

/** The total of an answer as a figure of a strip. */
export const cardOf = (
  { figure, label, unit, total }: Answer,
  say: (label: Label) => string,
): Card => {
  const isMoney = unit === say(['元', 'yuan']);
  const value = total?.value ?? '';
  const short = isMoney && value !== '' ? shortYuan(value) : null;
  return {
    code: figure,
    label,
    value: short ? short.value : value,
    unit: short ? say(short.unit) : unit,
    yoy: total?.change ?? '',
    link: total?.link ?? '',
    note: '',
    tone: '',
  };
};
