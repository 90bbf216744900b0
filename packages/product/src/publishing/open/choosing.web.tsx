import { useLabel } from '@keyan/console/i18n/language.ts';
import type { EditorProps, ValueProps } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Select } from 'antd';
import { pickerProps } from '../../shared/role-picker.web.tsx';
import { fieldNames } from './open-resources.ts';

/** Option with its label and stored code. */
export interface Choice {
  readonly code: string;
  readonly label: Label;
}

/** Options for a row; empty until the fields that they depend on are filled. */
type ChoicesOf = (row: RowLike) => readonly Choice[];

/** Editor for several codes stored in one text. */
export const codesEditor = (choicesOf: ChoicesOf, placeholder: Label) => (props: EditorProps) => {
  const label = useLabel();
  const choices = choicesOf(props.row);
  return (
    <Select
      {...pickerProps(props)}
      mode="multiple"
      disabled={choices.length === 0}
      maxTagCount="responsive"
      value={[...fieldNames(String(props.value ?? ''))]}
      placeholder={label(placeholder)}
      options={choices.map(({ code, label: word }) => ({ value: code, label: label(word) }))}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(codes: string[]) => props.onChange(codes.join(',') || null)}
    />
  );
};

/** Component that shows codes by label: `在库、已结题`. Unknown codes are shown unchanged. */
export const codesText = (choicesOf: ChoicesOf) => {
  const Words = ({ value, row }: ValueProps) => {
    const label = useLabel();
    const words = new Map(choicesOf(row).map(({ code, label: word }) => [code, word]));
    const said = fieldNames(String(value ?? '')).map((code) => {
      const word = words.get(code);
      return word ? label(word) : code;
    });
    return said.join(label(['、', ', '])) || '–';
  };
  return { Cell: Words, Text: Words };
};
