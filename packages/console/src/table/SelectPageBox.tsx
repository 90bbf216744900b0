import { useLabel } from '../i18n/language.ts';

interface SelectPageBoxProps {
  /** Number of selectable rows. */
  readonly of: number;
  readonly chosen: number;
  readonly onChange: (on: boolean) => void;
}

/** Renders the checkbox in the head of a table: selects all rows of the page, or none. */
export const SelectPageBox = ({ of, chosen, onChange }: SelectPageBoxProps) => {
  const label = useLabel();
  return (
    <input
      type="checkbox"
      checked={of > 0 && chosen === of}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < of;
      }}
      aria-label={label(['选择本页', 'Select this page'])}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
};
