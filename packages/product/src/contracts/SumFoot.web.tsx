import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { subTableLines } from '@keyan/console/form-store/path.ts';
import { faultAt, useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isZero, minus, plus } from '@keyan/kernel/values/amounts.ts';
import { amountInMessage } from '../project/contracts/contract-rules.ts';

/** Amount as entered; `0` for an empty or invalid value. */
export const amountOrZero = (value: unknown): string => {
  const text = String(value ?? '')
    .normalize('NFKC')
    .replace(/[\s,]/g, '');
  return /^\d{1,13}(?:\.\d{1,2})?$/.test(text) ? text : '0.00';
};

/** Comparison of a column’s sum with a field of the form. */
interface Against {
  /** Column to be summed. */
  readonly column: string;
  /** Form field with the expected sum. */
  readonly field: string;
  readonly label: Label;
  /** True if an empty sub-table is allowed; then no difference is shown. */
  readonly mayBeEmpty?: boolean;
}

/** Footer of a sub-table of amounts: sum, expected sum and difference, updated while typing. */
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
