import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { subTableLines } from '@keyan/console/form-store/path.ts';
import { faultAt, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isZero, minus, plus } from '@keyan/kernel/values/amounts.ts';
import { amountInMessage } from '../project/contracts/contract-rules.ts';

/** An amount as far as somebody typed one. */
export const amountOrZero = (value: unknown): string => {
  const text = String(value ?? '')
    .normalize('NFKC')
    .replace(/[\s,]/g, '');
  return /^\d{1,13}(?:\.\d{1,2})?$/.test(text) ? text : '0.00';
};

/** The sum that a sub-table has to come to. */
interface Against {
  /** The column that adds up. */
  readonly column: string;
  /** The field of the form that says how much. */
  readonly field: string;
  readonly label: Label;
  /** Where the sub-table may stay empty, it is not measured then. */
  readonly mayBeEmpty?: boolean;
}

/** The foot of a sub-table of amounts: its sum beside what it has to come to, and what is missing, while typing. */
export const sumFooter = ({ column, field, label: whole, mayBeEmpty }: Against) => {
  const SumFoot = ({ form, path }: FormPartProps) => {
    const label = useLabel();
    const fault = useForm(form, (state) => faultAt(state, path));
    const lines = useForm(form, (state) => subTableLines(state.values, path));
    const most = useForm(form, ({ values }) => amountOrZero(values[field]));
    const total = plus('0.00', ...lines.map((line) => amountOrZero(line[column])));
    const missing = minus(most, total);
    if (isZero(most) || (lines.length === 0 && mayBeEmpty)) return null;
    const fits = isZero(missing);
    const over = missing.startsWith('-');
    const words: Label = fits
      ? [
          '合计 {total} 元，与{whole}相符',
          'The lines add up to {total} yuan, which equals the {whole}',
        ]
      : over
        ? [
            '合计 {total} 元，超出{whole} {most} 元 {missing} 元',
            'The lines add up to {total} yuan, {missing} more than the {whole} of {most}',
          ]
        : [
            '合计 {total} 元，{whole} {most} 元，还差 {missing} 元',
            'The lines add up to {total} yuan; {missing} short of the {whole} of {most}',
          ];
    return (
      <div className="ky-rows-foot" data-tone={fault ? 'error' : undefined} role="status">
        <span>
          <Glyph name={fits ? 'approved' : 'warning'} {...(fits && { tone: 'success' as const })} />{' '}
          {label(
            fill(words, {
              total: amountInMessage(total),
              most: amountInMessage(most),
              missing: amountInMessage(missing.replace('-', '')),
              whole,
            }),
          )}
        </span>
      </div>
    );
  };
  return SumFoot;
};
