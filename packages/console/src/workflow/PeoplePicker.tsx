import { user } from '@keyan/kernel/definition/field/base-fields.ts';
import { Select } from 'antd';
import { type SelectChoice, useLookup } from '../fields/useLookup.tsx';
import { useLabel } from '../i18n/language.ts';

/** A chosen person, as the control shows them. */
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

/** Renders a picker for several people, searched while typing, with department and number. */
export const PeoplePicker = ({ id, value, faulty, describedBy, onChange }: PeoplePickerProps) => {
  const label = useLabel();
  const { select, reset } = useLookup(user.key);
  return (
    <Select<ChosenPerson[], SelectChoice>
      {...select}
      id={id}
      className="ky-wide"
      mode="multiple"
      labelInValue
      value={[...value]}
      status={faulty ? 'error' : ''}
      aria-describedby={describedBy}
      aria-invalid={faulty}
      placeholder={label(['输入姓名或工号查找', 'Type a name or number'])}
      onChange={(people) => {
        onChange(people.map(({ value: key, label: text }) => ({ value: key, label: text })));
        reset();
      }}
    />
  );
};
