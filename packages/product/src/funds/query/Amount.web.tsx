import { largeAmount } from '@keyan/console/i18n/format.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';

/** Amount in yuan, with 万元 on hover; a dash for a missing value. */
export const YuanAmount = ({ value }: { readonly value: string | null | undefined }) => {
  const label = useLabel();
  if (value === null || value === undefined) return '—';
  return <span title={label(largeAmount(value)) || undefined}>{groupDigits(value)}</span>;
};
