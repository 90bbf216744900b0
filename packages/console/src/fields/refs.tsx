import { referenceLimitLabel } from '@keyan/kernel/definition/field/choosable.ts';
import { Select } from 'antd';
import { useClearButton } from '../components/useClearButton.tsx';
import { useNames } from '../data/useNames.ts';
import { referenceIds } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import { controlAttributes } from './text.tsx';
import { type SelectChoice, useLookup } from './useLookup.tsx';

/** Renders a picker for several records of another resource, searched while typing. */
export const RefsEditor = (props: EditorProps) => {
  const { value, row, name, spec, onChange, onBlur, placeholder, inCell, lookup } = props;
  const label = useLabel();
  const clearing = useClearButton();
  const ids = referenceIds(value);
  const { call, reset, select } = useLookup(spec.target?.key, {
    ...(lookup ? { call: lookup, offered: referenceLimitLabel(spec) } : {}),
    opened: inCell ?? false,
  });
  const titles = row[`${name}NameList`];
  const known = new Map(
    Array.isArray(titles) && titles.length === ids.length
      ? ids.map((id, index) => [id, String(titles[index])])
      : [],
  );
  // Fetch the titles of values that came without, for example in a new record.
  const found = useNames(
    call,
    ids.filter((id) => !known.get(id)),
  );
  const titleOf = (id: string): string =>
    known.get(id) || (found.find((one) => one.id === id)?.text ?? '');
  return (
    <Select<{ value: string; label: string }[], SelectChoice>
      {...controlAttributes(props)}
      {...select}
      className="ky-wide"
      mode="multiple"
      labelInValue
      value={ids.map((id) => ({ value: id, label: titleOf(id) || '…' }))}
      placeholder={
        placeholder ?? label(['输入名称查找，可选多项', 'Type to search; choose several'])
      }
      allowClear={!props.required && clearing}
      maxTagCount={inCell ? 'responsive' : undefined}
      popupMatchSelectWidth={320}
      onChange={(next) => {
        const chosen = next.map(({ value: id }) => id);
        const named = chosen.map(
          (id) => select.options.find((one) => one.value === id)?.option.text ?? titleOf(id),
        );
        onChange(chosen.length === 0 ? null : chosen, {
          [`${name}Name`]: named.filter(Boolean).join('、'),
          [`${name}NameList`]: named,
        });
        reset();
      }}
      onBlur={() => {
        reset();
        onBlur?.();
      }}
    />
  );
};
