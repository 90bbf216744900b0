import type { Label } from '@keyan/kernel/label.ts';
import type { Answer, Question } from '../../figures/figure.ts';
import type { Card } from '../home/figures.ts';
import { shortYuan } from '../home/money.ts';

/** The total of an answer as a figure of a strip. */
export const cardOf = (
  { figure, label, unit, caliber, total, byKind }: Answer,
  question: Question,
  say: (label: Label) => string,
): Card => {
  const isMoney = unit === say(['元', 'yuan']);
  const value = total?.value ?? '';
  const short = isMoney && value !== '' ? shortYuan(value) : null;
  return {
    code: figure,
    label,
    caliber,
    value: short ? short.value : value,
    unit: short ? say(short.unit) : unit,
    yoy: total?.change ?? '',
    link: total?.link ?? '',
    // A value over several pages opens them one by one.
    ...(total && total.link === '' && total.rows > 0 && byKind
      ? { parts: { ...question, by: ['kind'] as const } }
      : {}),
    note: '',
    tone: '',
  };
};
