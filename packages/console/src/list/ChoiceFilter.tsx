import { Select } from 'antd';
import { useClearing } from '../components/useClearing.tsx';

interface ChoiceFilterProps {
  /** What is chosen; empty for nothing. */
  readonly value: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of a few things that a page narrows its list by. */
export const ChoiceFilter = ({ value, label, options, onChange }: ChoiceFilterProps) => {
  const clearing = useClearing();
  return (
    <Select
      value={value || null}
      options={[...options]}
      placeholder={label}
      aria-label={label}
      allowClear={clearing}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
};
