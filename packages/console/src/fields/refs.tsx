import { Select } from 'antd';
import { useState } from 'react';
import { useClearing } from '../components/useClearing.tsx';
import { useNames } from '../data/useNames.ts';
import { idsOf } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import { attributesOf } from './text.tsx';
import { type Choice, useLookup } from './useLookup.tsx';

/** Several records of another resource, looked up while typing. */
export const RefsEditor = (props: EditorProps) => {
  const { value, row, name, spec, onChange, onBlur, placeholder, inCell, lookup } = props;
  const label = useLabel();
  const clearing = useClearing();
  const ids = idsOf(value);
  const [picked, setPicked] = useState<ReadonlyMap<string, string>>(new Map());
  const { call, reset, select } = useLookup(spec.target?.key, {
    ...(lookup ? { call: lookup } : {}),
    opened: inCell ?? false,
  });
  // Titles may hold the sign that parts them in one line, so the records are asked for their own.
  const found = useNames(
    call,
    ids.filter((id) => !picked.has(id)),
  );
  const inOneLine = String(row[`${name}Name`] ?? '').split('、');
  const titleOf = (id: string): string =>
    picked.get(id) ??
    found.find((one) => one.id === id)?.text ??
    (inOneLine.length === ids.length ? inOneLine[ids.indexOf(id)] : undefined) ??
    '…';
  return (
    <Select<{ value: string; label: string }[], Choice>
      {...attributesOf(props)}
      {...select}
      className="ky-wide"
      mode="multiple"
      labelInValue
      value={ids.map((id) => ({ value: id, label: titleOf(id) }))}
      placeholder={
        placeholder ?? label(['输入名称查找，可选多项', 'Type to search; choose several'])
      }
      allowClear={!props.required && clearing}
      maxTagCount={inCell ? 'responsive' : undefined}
      popupMatchSelectWidth={320}
      onChange={(next) => {
        const titleNow = (id: string): string =>
          select.options.find((each) => each.value === id)?.option.text ?? titleOf(id);
        const titles = new Map(next.map((one) => [one.value, titleNow(one.value)]));
        setPicked(new Map([...picked, ...titles]));
        onChange(next.length === 0 ? null : [...titles.keys()], {
          [`${name}Name`]: [...titles.values()].join('、'),
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
