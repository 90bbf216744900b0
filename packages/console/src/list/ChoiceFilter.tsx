import { Select } from 'antd';
import { useClearButton } from '../components/useClearButton.tsx';

interface ChoiceFilterProps {
  /** Selected option; empty for none. */
  readonly value: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** Renders a filter with a few options. */
export const ChoiceFilter = ({ value, label, options, onChange }: ChoiceFilterProps) => {
  const clearing = useClearButton();
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
