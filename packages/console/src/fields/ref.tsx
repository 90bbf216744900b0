import { referenceLimitLabel } from '@keyan/kernel/definition/field/choosable.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useClearButton } from '../components/useClearButton.tsx';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import { controlAttributes } from './text.tsx';
import { type SelectChoice, useLookup } from './useLookup.tsx';

/**
 * Renders a picker for a record of another resource, searched while typing; people are listed with
 * department and number.
 */
export const RefEditor = (props: EditorProps) => {
  const { value, row, name, spec, onChange, onBlur, placeholder, inCell, chosen, lookup } = props;
  const label = useLabel();
  const clearing = useClearButton();
  const id = typeof value === 'string' ? value : '';
  const named = String(row[`${name}Name`] ?? '');
  const { call, ask, reset, select } = useLookup(spec.target?.key, {
    ...(lookup ? { call: lookup, offered: referenceLimitLabel(spec) } : {}),
    opened: inCell ?? false,
  });
  // Fetch the name of a value that came without one, for example the writer's department in a new
  // record.
  const { data: own } = useQuery({
    queryKey: [spec.target?.key, 'name', call, id],
    queryFn: () => ask({ ids: [id] }),
    enabled: id !== '' && named === '' && call !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const text = named || (own?.[0]?.text ?? '');
  return (
    <Select<{ value: string; label: string } | null, SelectChoice>
      {...controlAttributes(props)}
      {...select}
      className="ky-wide"
      labelInValue
      value={id === '' ? null : { value: id, label: text }}
      placeholder={placeholder ?? label(['输入名称查找', 'Type to search'])}
      allowClear={!props.required && clearing}
      popupMatchSelectWidth={320}
      onChange={(next) => {
        const option = select.options.find((each) => each.value === next?.value)?.option;
        onChange(next?.value ?? null, {
          [`${name}Name`]: option?.text ?? '',
          ...option?.values,
          ...(option && chosen ? chosen(option) : {}),
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
