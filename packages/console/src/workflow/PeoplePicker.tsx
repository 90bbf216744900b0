import { user } from '@keyan/kernel/definition/base-fields.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useSettled } from '../base/useSettled.ts';
import { useClient } from '../client/context.tsx';
import type { Option } from '../data/values.ts';
import { useLabel } from '../i18n/language.ts';
import { useResource } from '../presentation/resources.tsx';

/** A person who was chosen, as the control shows them. */
export interface ChosenPerson {
  readonly value: string;
  readonly label: string;
}

interface PeoplePickerProps {
  readonly id: string;
  readonly value: readonly ChosenPerson[];
  readonly faulty: boolean;
  readonly describedBy: string;
  readonly onChange: (people: readonly ChosenPerson[]) => void;
}

/** Milliseconds of quiet before the server is asked. */
const settle = 250;

/** Several people, looked up while typing, with department and number. */
export const PeoplePicker = ({ id, value, faulty, describedBy, onChange }: PeoplePickerProps) => {
  const label = useLabel();
  const client = useClient();
  const target = useResource(user.key);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useSettled(typed, settle);
  const path = target && `/${target.path}/lookup`;
  const { data = [], isFetching } = useQuery({
    queryKey: [user.key, 'lookup', path, search],
    queryFn: () => client.get<readonly Option[]>(path ?? '', { search }, { quiet: true }),
    enabled: open && path !== undefined,
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  return (
    <Select<ChosenPerson[], ChosenPerson & { readonly note: string | undefined }>
      id={id}
      className="ky-wide"
      mode="multiple"
      labelInValue
      value={[...value]}
      status={faulty ? 'error' : ''}
      aria-describedby={describedBy}
      aria-invalid={faulty}
      options={data.map(({ id: key, text, note }) => ({ value: key, label: text, note }))}
      placeholder={label(['输入姓名或工号查找', 'Type a name or number'])}
      open={open}
      onOpenChange={setOpen}
      loading={open && isFetching}
      showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
      notFoundContent={
        isFetching
          ? label(['正在查找', 'Searching'])
          : label(['没有符合条件的人员', 'Nobody found'])
      }
      optionRender={({ data: person }) => (
        <span className="ky-option">
          <span>{person.label}</span>
          <span className="ky-note">{person.note}</span>
        </span>
      )}
      onChange={(people) => {
        onChange(people.map(({ value: key, label: text }) => ({ value: key, label: text })));
        setTyped('');
      }}
    />
  );
};
