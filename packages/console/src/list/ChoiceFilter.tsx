import { Select } from 'antd';

interface ChoiceFilterProps {
  /** What is chosen; empty for nothing. */
  readonly value: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of a few things that a page narrows its list by. */
export const ChoiceFilter = ({ value, label, options, onChange }: ChoiceFilterProps) => (
  <Select
    value={value || null}
    options={[...options]}
    placeholder={label}
    aria-label={label}
    allowClear
    onChange={(chosen) => onChange(chosen ?? '')}
  />
);
