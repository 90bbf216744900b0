import type { Label } from '@keyan/kernel/label.ts';
import { type FigureAnswer, type Question, unitLabelFor } from '../../figures/figure.ts';
import type { Card } from '../home/figures.ts';
import { shortYuan } from '../home/money.ts';

/** Figure card from the total of an answer. */
export const stripCardOf = (
  answer: FigureAnswer,
  question: Question,
  say: (label: Label) => string,
): Card => {
  const { figure, label, unit, caliber, total, byKind, changesBy } = answer;
  const isMoney = unit === say(['元', 'yuan']);
  const value = total?.value ?? '';
  const short = isMoney && value !== '' ? shortYuan(value) : null;
  return {
    code: figure,
    label,
    caliber,
    value: short ? short.value : value,
    unit: short ? say(short.unit) : unitLabelFor(answer, value),
    // Only percentages are shown; changes in percentage points are left out.
    yoy: changesBy === 'points' ? '' : (total?.change ?? ''),
    link: total?.link ?? '',
    // A value over several pages has no single list; the card offers one link per page.
    ...(total && total.link === '' && total.rows > 0 && byKind
      ? { parts: { ...question, by: ['kind'] as const } }
      : {}),
    note: '',
    tone: '',
  };
};
