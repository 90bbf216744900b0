import type { Label } from '@keyan/kernel/label.ts';
import { Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { LabelledField } from '../../form/LabelledField.tsx';
import { type Text, useLabel } from '../../i18n/language.ts';

interface ChoiceProps<V extends string> {
  readonly label: Label;
  readonly value: V;
  readonly options: readonly (readonly [value: V, text: Text])[];
  readonly help?: ReactNode;
  readonly onChange: (value: V) => void;
}

/** Renders a setting with one of a few values. */
export const Choice = <V extends string>(props: ChoiceProps<V>) => {
  const { label: text, value, options, help, onChange } = props;
  const label = useLabel();
  const id = useId();
  return (
    <LabelledField id={id} label={text} help={help}>
      <Select<V>
        id={id}
        className="ky-wide"
        value={value}
        options={options.map(([key, words]) => ({ value: key, label: label(words) }))}
        onChange={onChange}
      />
    </LabelledField>
  );
};
