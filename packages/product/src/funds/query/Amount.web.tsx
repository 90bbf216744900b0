import { largeAmount } from '@keyan/console/i18n/format.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';

/** An amount in yuan, with the large unit on hover; a dash where a figure says nothing. */
export const YuanAmount = ({ value }: { readonly value: string | null | undefined }) => {
  const label = useLabel();
  if (value === null || value === undefined) return '—';
  return <span title={label(largeAmount(value)) || undefined}>{groupDigits(value)}</span>;
};
