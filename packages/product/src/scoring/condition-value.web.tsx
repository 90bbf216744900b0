import { useEntries } from '@keyan/console/data/dictionary.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ValueProps } from '@keyan/console/presentation/present.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { askedField } from './objects.ts';

/** Value of a condition; codes are shown by name. */
export const ConditionValue = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const dictionary = askedField(String(row.field ?? ''))?.spec.dictionary;
  useEntries(dictionary);
  const names = String(value ?? '')
    .split(',')
    .map((one) => {
      const code = one.trim();
      const entry = dictionary && entryOf(dictionary, code);
      return entry ? label(entry.label) : code;
    });
  return <>{names.join(label(['、', ', ']))}</>;
};
