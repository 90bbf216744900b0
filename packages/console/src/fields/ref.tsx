import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useSettled } from '../base/useSettled.ts';
import { useClient } from '../client/context.tsx';
import type { Query } from '../client/query.ts';
import { useClearing } from '../components/useClearing.tsx';
import type { Option } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import type { EditorProps } from '../presentation/present.ts';
import { useResource } from '../presentation/resources.tsx';
import { attributesOf } from './text.tsx';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly option: Option;
}

const choiceOf = (option: Option): Choice => ({ value: option.id, label: option.text, option });

/** Milliseconds of quiet before the server is asked. */
const settle = 250;

/** A record of another resource, looked up while typing; people with department and number. */
export const RefEditor = (props: EditorProps) => {
  const { value, row, name, spec, onChange, onBlur, placeholder, inCell, chosen, lookup } = props;
  const label = useLabel();
  const clearing = useClearing();
  const client = useClient();
  const target = useResource(spec.target?.key);
  const [open, setOpen] = useState(inCell ?? false);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, settle);
  const id = typeof value === 'string' ? value : '';
  const named = String(row[`${name}Name`] ?? '');

  const call = lookup ?? (target && { path: `/${target.path}/lookup` });
  const ask = (query: Query) =>
    call === undefined
      ? Promise.resolve([])
      : client.get<readonly Option[]>(call.path, { ...call.query, ...query }, { quiet: true });
  const { data, isFetching, isError } = useQuery({
    queryKey: [spec.target?.key, 'lookup', call, search],
    queryFn: () => ask({ search }),
    enabled: open && call !== undefined,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  // A value that came without its name (a new record's own department) is looked up once.
  const { data: own } = useQuery({
    queryKey: [spec.target?.key, 'name', call, id],
    queryFn: () => ask({ ids: [id] }),
    enabled: id !== '' && named === '' && call !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  const text = named || (own?.[0]?.text ?? '');
  const choices = (data ?? []).map(choiceOf);
  return (
    <Select<{ value: string; label: string } | null, Choice>
      {...attributesOf(props)}
      className="ky-wide"
      labelInValue
      value={id === '' ? null : { value: id, label: text }}
      options={choices}
      placeholder={placeholder ?? label(['输入名称查找', 'Type to search'])}
      allowClear={!props.required && clearing}
      open={open}
      onOpenChange={setOpen}
      loading={open && isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      popupMatchSelectWidth={320}
      notFoundContent={
        isError
          ? label(['网络异常!', 'Network failure!'])
          : isFetching
            ? label(['正在查找', 'Searching'])
            : label(['没有符合条件的记录', 'No records match'])
      }
      optionRender={({ data: choice }) => (
        <span className="ky-option">
          <span>{choice.label}</span>
          <span className="ky-note">{choice.option.note}</span>
        </span>
      )}
      onChange={(next) => {
        const option = choices.find((each) => each.value === next?.value)?.option;
        onChange(next?.value ?? null, {
          [`${name}Name`]: option?.text ?? '',
          ...option?.values,
          ...(option && chosen ? chosen(option) : {}),
        });
        setTyped('');
      }}
      onBlur={() => {
        setTyped('');
        onBlur?.();
      }}
    />
  );
};
