import { useLabel } from '../i18n/language.ts';

interface SelectPageBoxProps {
  /** Rows that could be chosen. */
  readonly of: number;
  readonly chosen: number;
  readonly onChange: (on: boolean) => void;
}

/** The box at the head of a table: all rows of this page, or none. */
export const SelectPageBox = ({ of, chosen, onChange }: SelectPageBoxProps) => {
  const label = useLabel();
  return (
    <input
      type="checkbox"
      checked={of > 0 && chosen === of}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < of;
      }}
      aria-label={label(['选择本页', 'Choose this page'])}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
};
